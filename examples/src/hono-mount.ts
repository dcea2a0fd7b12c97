import { sqlite } from "@namewright/adapters-sqlite"
import { createPlatform, type Platform } from "@namewright/core"
import { toFetch } from "@namewright/http"
import { Hono } from "hono"

/** Your Hono application with the REST interface below `/names`, on any runtime of Hono. */
export const honoApp = (platform: Platform) => {
  const app = new Hono()
  app.mount("/names", toFetch(platform))

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
  console.log(await (await app.request("/names/health/ready")).json())
}
