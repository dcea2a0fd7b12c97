import type { HostPool } from "./HostPool.ts"

type Settings = NonNullable<HostPool["options"]>

/** Server and database of a connection. */
interface Server {
  readonly host?: string
  readonly port?: number
  readonly database?: string
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Server and database in `postgres://user:password@host:port/database`. Other forms of addresses have none. */
export const serverOf = (address: string | undefined): Server => {
  const url = address === undefined ? null : URL.parse(address)
  if (url === null || !url.protocol.startsWith("postgres")) return {}
  const { pathname, searchParams } = url
  // Parameters, such as the folder of a socket, precede the rest.
  const host = searchParams.get("host") ?? decoded(url.hostname).replace(/^\[(.*)\]$/, "$1")
  const port = searchParams.get("port") ?? url.port
  const database = searchParams.get("dbname") ?? decoded(pathname.slice(1))
  return {
    ...(host === "" ? {} : { host }),
    ...(port === "" ? {} : { port: Number(port) }),
    ...(database === "" ? {} : { database })
  }
}

/**
 * Attributes of the spans of statements: those of connections of the platform. `pg` prefers the address to single settings.
 * What only its environment variables name is left out.
 */
export const databaseAttributes = (
  { connectionString, ...settings }: Settings = {}
): ReadonlyArray<readonly [string, string | number]> => {
  const { database, host, port } = { ...settings, ...serverOf(connectionString) }
  return [
    ["db.system.name", "postgresql"],
    ...(database === undefined ? [] : [["db.namespace", database] as const]),
    ...(host === undefined ? [] : [["server.address", host] as const, ["server.port", port ?? 5432] as const])
  ]
}
