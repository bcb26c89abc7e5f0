# Peak in a container: not root, a read-only file system, one folder to write to.
# docker build -t peak . && docker run --read-only -p 8080:8080 -v peak:/data peak

ARG NODE=24-bookworm-slim

FROM node:${NODE} AS build
WORKDIR /peak
COPY package.json package-lock.json .npmrc ./
COPY packages ./packages
RUN npm ci
COPY tsconfig.json tsconfig.base.json ./
COPY tools ./tools
COPY docs ./docs
# What `npm run build` does after the check of types, which is no matter of an image.
RUN npx tsx --conditions=peak-source tools/bundle.ts && npx tsx --conditions=peak-source tools/build-widgets.ts && npx tsx --conditions=peak-source tools/build-site.ts
# SQLite's sources, the other kind of Linux and the maps are of no use at run time.
RUN rm -r node_modules/better-sqlite3/deps node_modules/better-sqlite3/src packages/service/dist/bundle/*.map \
    && find node_modules/better-sqlite3/prebuilds -type f ! -name 'linux-*' -delete

FROM node:${NODE}
LABEL org.opencontainers.image.title="Peak" \
      org.opencontainers.image.description="A free, public, read-only HTTP JSON service that publishes a Bitcoin cycle index" \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    DATA_DIR=/data \
    MALLOC_ARENA_MAX=1
WORKDIR /peak
# What the bundle does not hold: two packages with compiled parts, and the font. Node comes with the base image.
COPY --from=build /peak/node_modules/better-sqlite3 ./node_modules/better-sqlite3
COPY --from=build /peak/node_modules/@resvg ./node_modules/@resvg
COPY --from=build /peak/node_modules/@expo-google-fonts ./node_modules/@expo-google-fonts
COPY --from=build /peak/packages/service/dist ./packages/service/dist
COPY package.json LICENSE ./
RUN install -d -o 1000 -g 1000 -m 0700 /data
# The user `node` of the base image, by number: Kubernetes cannot tell of a name that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/healthz').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
# Node is process 1: as a list no shell stands between, it takes SIGTERM itself and waits for the processes it starts.
ENTRYPOINT ["node", "--max-semi-space-size=4", "--heap-growing-percent=20", "packages/service/dist/bundle/main.js"]
CMD ["serve"]
