# One image for every part of Jeopardice: launcher, Prefect server and worker, Dask scheduler and workers.
# Launcher and Dask workers must run the same code, which one image makes sure of.
FROM python:3.12-slim AS build

ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python -m venv /opt/jeopardice
ENV PATH=/opt/jeopardice/bin:$PATH

WORKDIR /src
COPY requirements.txt ./
RUN pip install --no-deps --require-hashes -r requirements.txt
COPY . .
# The configs are kept a second time without their Python files: were those found beside the working directory, they would hide the
# installed package of the same name.
RUN pip install --no-deps --no-build-isolation . \
    && find configs -type f ! -name '*.yaml' -delete \
    && find configs -type d -empty -delete

FROM python:3.12-slim

RUN useradd --create-home --uid 10001 jeopardice \
    && install --directory --owner jeopardice --group jeopardice /app /app/published
COPY --from=build /opt/jeopardice /opt/jeopardice
COPY --from=build --chown=jeopardice:jeopardice /src/configs /app/configs
COPY --chown=jeopardice:jeopardice prefect.yaml /app/
COPY with_secrets.sh /usr/local/bin/

ENV PATH=/opt/jeopardice/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DO_NOT_TRACK=1 \
    PREFECT_SERVER_ANALYTICS_ENABLED=false
USER jeopardice
WORKDIR /app
CMD ["jeopardice", "--help"]
