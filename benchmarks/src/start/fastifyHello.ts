import Fastify from "fastify"
import { serveParent } from "../harness/ChildProcess.ts"

const app = Fastify()
app.get("/", async () => ({ hello: "world" }))
const address = await app.listen({ port: 0, host: "127.0.0.1" })
serveParent(Number(new URL(address).port), () => app.close())
