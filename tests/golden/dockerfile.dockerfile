# syntax=docker/dockerfile:1
ARG VERSION=1.80

# Builds the program.
FROM --platform=$BUILDPLATFORM rust:${VERSION} AS builder
WORKDIR /src
RUN cargo build \
    # inside
    && echo \
FROM nowhere AS nothing
COPY . .

from builder as tester
RUN cargo test

FROM debian:stable-slim
COPY --from=builder /src/shop /usr/bin/shop
ENTRYPOINT ["shop"]
