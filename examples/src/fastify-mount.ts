import { sqlite } from "@namewright/adapters-sqlite"
import { createPlatform, type Platform } from "@namewright/core"
import { toNodeHandler } from "@namewright/http"
import fastify from "fastify"
import { callerOf } from "./sessions.ts"

/** Your Fastify application with the REST interface, its documentation and the tool endpoint below `/names`. */
export const fastifyApp = (platform: Platform) => {
  const app = fastify()
  const handle = toNodeHandler(platform, { prefix: "/names", caller: ({ headers }) => callerOf(headers.authorization) })
  app.register(async (scope) => {
    // The handler reads bodies itself, in every format.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null))
    scope.all("/names/*", (request, reply) => {
      reply.hijack()
      handle(request.raw, reply.raw)
    })
  })
  app.addHook("onClose", () => platform.dispose())
  return app
}

if (import.meta.main) {
  const baseUrl = "http://127.0.0.1:3000"
  const platform = createPlatform({ storage: sqlite({ filename: ":memory:" }), baseUrl })
  await fastifyApp(platform).listen({ port: 3000 })
  console.log(`${baseUrl}/names/docs`)
}
