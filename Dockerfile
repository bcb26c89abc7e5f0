# Peak in a container: not root, a read-only file system, one folder to write to.
# docker build -t peak . && docker run --read-only -p 8080:8080 -v peak:/data peak

ARG NODE=24-bookworm-slim

FROM node:${NODE} AS build
WORKDIR /peak
COPY package.json package-lock.json .npmrc ./
COPY packages ./packages
RUN npm ci
COPY tsconfig.json tsconfig.base.json README.md CHANGELOG.md SECURITY.md LICENSE .env.example ./
COPY tools ./tools
COPY docs ./docs
COPY deploy ./deploy
RUN npm run package
# SQLite's sources and the other kind of Linux are of no use at run time.
RUN rm -r node_modules/better-sqlite3/deps node_modules/better-sqlite3/src \
    && find node_modules/better-sqlite3/prebuilds -type f ! -name 'linux-*' -delete

FROM node:${NODE}
LABEL org.opencontainers.image.title="Peak" \
      org.opencontainers.image.description="A free, public, read-only HTTP JSON service that publishes a Bitcoin cycle index" \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    DATA_DIR=/data
WORKDIR /peak
# What the package asks for, as the lock file has it: two with compiled parts, and the font. Node comes with the base image.
COPY --from=build /peak/node_modules/better-sqlite3 ./node_modules/better-sqlite3
COPY --from=build /peak/node_modules/@resvg ./node_modules/@resvg
COPY --from=build /peak/node_modules/@expo-google-fonts ./node_modules/@expo-google-fonts
COPY --from=build /peak/dist/packages/peak-cycle-index ./
RUN ln -s /peak/bin/peak.js /usr/local/bin/peak && install -d -o 1000 -g 1000 -m 0700 /data
# The user `node` of the base image, by number: Kubernetes cannot tell of a name that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1))"]
# Node is process 1: the command becomes it, takes SIGTERM itself and waits for the processes it starts.
ENTRYPOINT ["peak"]
CMD ["serve"]
