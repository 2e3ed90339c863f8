# The service on its embedded database: docker build -t keyward . && docker run -p 127.0.0.1:4000:4000 -v keyward:/data keyward
FROM node:24.18.0-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json ./
COPY packages packages
RUN npm ci && npm run build --workspace packages/server

FROM node:24.18.0-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/server/package.json packages/server/
# Only what the service needs at run time; none of it runs an install script.
RUN npm ci --omit=dev --ignore-scripts --workspace packages/server

FROM node:24.18.0-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
# It listens for whatever is published, so it must not be what is only safe on one's own machine.
ENV KEYWARD_ENV=production KEYWARD_HOST=0.0.0.0 KEYWARD_DATA_DIR=/data NODE_COMPILE_CACHE=/compiled
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY packages/server/package.json packages/server/
COPY packages/server/bin packages/server/bin
COPY packages/server/data packages/server/data
COPY packages/server/docs packages/server/docs
COPY packages/server/templates packages/server/templates
COPY --from=build /app/packages/server/dist packages/server/dist
RUN mkdir -m 700 /data && mkdir /compiled && chown node:node /data /compiled
USER node
# A process writes its compiled code when it ends. The first start of every container reads it.
RUN export KEYWARD_DATA_DIR=/tmp/warm-up; node packages/server/bin/keyward.js serve & \
  node packages/server/bin/keyward.js ready --timeout 60 && kill $! && wait $! && rm -r /tmp/warm-up
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s \
  CMD ["node", "packages/server/bin/keyward.js", "ready", "--timeout", "0"]
CMD ["node", "packages/server/bin/keyward.js", "serve"]
