import type { HostPool } from "./HostPool.ts"

/** Server and database of an address. Its password is not read. */
const inAddress = (address: string | undefined): NonNullable<HostPool["options"]> => {
  const url = address === undefined ? null : URL.parse(address)
  if (url === null || !url.protocol.startsWith("postgres")) return {}
  return {
    ...(url.hostname === "" ? {} : { host: decodeURIComponent(url.hostname) }),
    ...(url.port === "" ? {} : { port: Number(url.port) }),
    ...(url.pathname.length > 1 ? { database: decodeURIComponent(url.pathname.slice(1)) } : {})
  }
}

/**
 * Attributes of the spans of statements: those of connections of the platform. `pg` prefers the address to single settings.
 * What only its environment variables name is left out.
 */
export const databaseAttributes = (
  { connectionString, ...settings }: NonNullable<HostPool["options"]> = {}
): ReadonlyArray<readonly [string, string | number]> => {
  const { database, host, port } = { ...settings, ...inAddress(connectionString) }
  return [
    ["db.system.name", "postgresql"],
    ...(database === undefined ? [] : [["db.namespace", database] as const]),
    ...(host === undefined ? [] : [["server.address", host] as const, ["server.port", port ?? 5432] as const])
  ]
}
