import { postgres } from "@namewright/adapters-pg"
import { createPlatform } from "@namewright/core/embed"
import { appendFileSync } from "node:fs"

/*
 * Consumes the changes of a database under the name `invoices`, and writes the beginning and end of each handler to a file.
 * With a third argument it ends without cleaning up after it has handled the change of this payment.
 */
const [url = "", file = "", last] = process.argv.slice(2)

const platform = createPlatform({ storage: postgres({ url, maxConnections: 4 }) })
const stop = new AbortController()
process.once("SIGTERM", () => stop.abort())

await platform.ready()
process.stdout.write("working\n")
await platform.consume("invoices", async ({ data }) => {
  appendFileSync(file, `${process.pid} begin ${data.product_reference}\n`)
  await new Promise((resolve) => setTimeout(resolve, 5))
  appendFileSync(file, `${process.pid} end ${data.product_reference}\n`)
  if (data.product_reference === last) process.kill(process.pid, "SIGKILL")
}, { signal: stop.signal, kinds: ["payment.received"] })
await platform.dispose()
