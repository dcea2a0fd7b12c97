import { LocalPostgres } from "./LocalPostgres.ts"

/** Starts PostgreSQL. `stop` also removes its data. `settings` are those of the server, as `name=value`. */
export const startPostgres = async (settings: ReadonlyArray<string>) => {
  const server = await LocalPostgres.prepare(settings)
  try {
    await server.start()
  } catch (error) {
    await server.remove()
    throw error
  }
  return {
    url: server.url,
    stop: async () => {
      await server.stop()
      await server.remove()
    }
  }
}
