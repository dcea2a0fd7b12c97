import { sqlite } from "@namewright/adapters-sqlite"
import { createPlatform, type Platform } from "@namewright/core"
import { toNodeHandler } from "@namewright/http"
import express from "express"
import { callerOf } from "./sessions.ts"

/** Your Express application with the REST interface, its documentation and the tool endpoint below `/names`. */
export const expressApp = (platform: Platform) => {
  const app = express()
  app.use(
    "/names",
    toNodeHandler(platform, { prefix: "/names", caller: ({ headers }) => callerOf(headers.authorization) })
  )

  // Body parsers come after the mount. The application calls the same services without HTTP.
  app.use(express.json())
  app.post("/customers", (request, response, next) => {
    const { name } = request.body as { readonly name: string }
    platform.operator.organizations.createParent({ name, starting_credit: 50_00 }).then(
      ({ organization_id }) => response.status(201).json({ organization_id }),
      next
    )
  })
  return app
}

if (import.meta.main) {
  const baseUrl = "http://127.0.0.1:3000"
  const platform = createPlatform({ storage: sqlite({ filename: ":memory:" }), baseUrl })
  expressApp(platform).listen(3000, "127.0.0.1", () => console.log(`${baseUrl}/names/docs`))
}
