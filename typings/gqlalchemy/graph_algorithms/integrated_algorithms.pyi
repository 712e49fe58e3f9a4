class DepthFirstSearch:
    def __init__(
        self,
        lower_bound: int | None = ...,
        upper_bound: int | None = ...,
        condition: str | None = ...,
    ) -> None: ...
