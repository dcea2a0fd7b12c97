import { sqlite } from "@namewright/adapters-sqlite"
import { createPlatform, type Platform } from "@namewright/core"
import { toNodeHandler } from "@namewright/http"
import express from "express"

/** Your Express application with the REST interface below `/names`. */
export const expressApp = (platform: Platform) => {
  const app = express()
  app.use("/names", toNodeHandler(platform))

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

/** Platform with the URL at which callers reach it, which is also in its access tokens. */
export const platformBelow = (url: string) =>
  createPlatform({ storage: sqlite({ filename: ":memory:" }), baseUrl: `${url}/names` })

if (import.meta.main) {
  const url = "http://127.0.0.1:3000"
  expressApp(platformBelow(url)).listen(3000, "127.0.0.1", () => console.log(`${url}/names/docs`))
}
