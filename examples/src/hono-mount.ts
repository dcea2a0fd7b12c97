import { sqlite } from "@namewright/adapters-sqlite"
import { createPlatform, type Platform } from "@namewright/core"
import { toFetch } from "@namewright/http"
import { Hono } from "hono"
import { callerOf } from "./sessions.ts"

/** Your Hono application with the REST interface below `/names`, on any runtime of Hono. */
export const honoApp = (platform: Platform) => {
  const app = new Hono()
  const handle = toFetch(platform, {
    prefix: "/names",
    caller: ({ headers }) => callerOf(headers.get("authorization"))
  })
  app.all("/names/*", (context) => handle(context.req.raw))

  app.get("/customers/:id/contacts", async (context) => {
    const page = await platform.as(context.req.param("id"), "viewer").contacts.page({
      sort: { by: "last_name" },
      page_size: 50
    })
    return context.json(page)
  })

  // Without a permanent process, a scheduled request runs jobs and scheduled work.
  app.post("/cron", async (context) => context.json(await platform.tick({ budgetMillis: 10_000 })))
  return app
}

if (import.meta.main) {
  const app = honoApp(createPlatform({ storage: sqlite({ filename: ":memory:" }) }))
  console.log((await app.request("/names/docs")).status)
}
