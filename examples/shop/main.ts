import pg from "pg"
import { createShop } from "./shop.ts"

const pool = new pg.Pool({ connectionString: process.argv[2] ?? "postgres://127.0.0.1/shop" })
pool.on("error", (error) => console.error(error))
const { app } = createShop(pool)
process.once("SIGTERM", async () => {
  await app.close()
  await pool.end()
})
console.log(await app.listen({ port: 3000 }))
