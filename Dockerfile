# Peak in a container: without root, with a read-only file system and one writable folder. compose.yaml runs it.

# bookworm has PostgreSQL's client programs 15, trixie 17; backups need the server's version or a newer one.
ARG DEBIAN=bookworm

FROM node:24-${DEBIAN}-slim AS build
WORKDIR /peak
COPY package.json package-lock.json .npmrc ./
COPY packages ./packages
RUN npm ci
COPY tsconfig.json tsconfig.base.json README.md CHANGELOG.md SECURITY.md LICENSE .env.example ./
COPY tools ./tools
COPY docs ./docs
COPY deploy ./deploy
# The same folder as in the tarball for machines without containers, including Node.
RUN npm run package && mv dist/machine/* /built

FROM debian:${DEBIAN}-slim
LABEL org.opencontainers.image.title="Peak" \
      org.opencontainers.image.description="A free, public, read-only HTTP JSON service that publishes a Bitcoin cycle index" \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    DATA_DIR=/data
RUN apt-get update \
    && apt-get install --yes --no-install-recommends postgresql-client \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /built /peak
RUN ln -s /peak/bin/peak /usr/local/bin/peak && install -d -o 1000 -g 1000 -m 0700 /data /backups
WORKDIR /peak
# By number: Kubernetes cannot tell whether a name is root.
USER 1000:1000
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1))"]
# The script execs Node, which gets SIGTERM as process 1.
ENTRYPOINT ["peak"]
CMD ["serve"]
