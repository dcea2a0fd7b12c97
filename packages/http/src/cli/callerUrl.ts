import type { Settings } from "./Settings.ts"

/** Host in a URL. A wildcard address is reached on this machine. */
const reachedAt = (host: string): string =>
  host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host

/** Address of the server for callers, without a trailing slash. */
export const callerUrl = ({ baseUrl, host, port }: Pick<Settings, "baseUrl" | "host" | "port">): string =>
  baseUrl ?? `http://${reachedAt(host)}:${port}`
