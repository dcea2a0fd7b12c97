import { request } from "node:https"
import { type Benchmark, type Figure, scaled, type Setting } from "./harness/Benchmark.ts"
import { startChild } from "./harness/ChildProcess.ts"
import { type Comparison, inTurn } from "./harness/rounds.ts"
import { hostOf } from "./tls/hostCertificates.ts"
import { startNginx } from "./tls/nginxServer.ts"
import type { SecureServerTask } from "./tls/secureServer.ts"

const rounds = 9
const connections = 8
const maximumHosts = 200

/**
 * One request on a new connection, without a resumed session. The key exchange is the one that all servers have: Node itself
 * prefers X25519MLKEM768, which nginx of Debian 12 does not know.
 */
const exchange = (port: number, servername: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const sent = request({
      host: "127.0.0.1",
      port,
      servername,
      agent: false,
      minVersion: "TLSv1.3",
      ecdhCurve: "X25519",
      // The servers have certificates of private roots.
      rejectUnauthorized: false
    }, (response) => {
      response.resume()
      response.once("end", resolve)
    })
    sent.once("error", reject)
    sent.end()
  })

interface Server {
  readonly port: number
  readonly cpuMicros: () => number | Promise<number>
  readonly stop: () => Promise<unknown>
}

const startServer = async (task: SecureServerTask): Promise<Server> => {
  const child = await startChild<number>("tls/secureServer.ts", task)
  return {
    port: child.ready,
    cpuMicros: async () => (await child.usage()).cpuMicros,
    stop: () => child.stop()
  }
}

const exchangeAll = async ({ port }: Server, count: number, hosts: number): Promise<void> => {
  let next = 0
  const some = async () => {
    while (next < count) await exchange(port, hostOf(next++ % hosts))
  }
  await Promise.all(Array.from({ length: connections }, some))
}

/** CPU of a server in microseconds per handshake with one request; hosts take turns. */
const cpuOf = (server: Server, count: number, hosts: number) => async (): Promise<number> => {
  const before = await server.cpuMicros()
  await exchangeAll(server, count, hosts)
  return (await server.cpuMicros() - before) / count
}

/** Starts all servers and warms them up, so that V8 has compiled the code of those in Node. */
const startAll = async (setting: Setting, hosts: number) => {
  const servers = {
    nginx: await startNginx(hosts),
    cached: await startServer({ server: "ours", contexts: "cached", hosts }),
    made: await startServer({ server: "ours", contexts: "made", hosts }),
    nodeCached: await startServer({ server: "node", contexts: "cached", hosts }),
    nodeMade: await startServer({ server: "node", contexts: "made", hosts })
  } satisfies Record<string, Server>
  for (const server of Object.values(servers)) await exchangeAll(server, scaled(setting, 4000, 100), hosts)
  return servers
}

/** TLS handshakes with certificates by hostname. */
export const benchmark: Benchmark = {
  name: "tls",
  about:
    "Server CPU of a new connection over TLS 1.3 (X25519, P-256 certificates of 200 hosts in turn, two session tickets that no client uses) with one request over HTTP/1.1: with contexts cached, and with each one made for its handshake. The peers send the same body: one process of nginx, which has the certificates of all hosts loaded, and a server of `node:https` without anything else, whose contexts are in a map or made for each handshake. All servers run at the same time and are measured in turn. The distance to nginx is that of Node itself, so only the distance to Node has a bound of a release.",
  requires: ["nginx"],
  run: async (setting) => {
    const count = scaled(setting, 400, 40)
    const hosts = scaled(setting, maximumHosts, 20)
    setting.progress("warm-up")
    const servers = await startAll(setting, hosts)
    try {
      setting.progress("rounds")
      const of = await inTurn(rounds, {
        nginx: cpuOf(servers.nginx, count, hosts),
        cached: cpuOf(servers.cached, count, hosts),
        made: cpuOf(servers.made, count, hosts),
        nodeCached: cpuOf(servers.nodeCached, count, hosts),
        nodeMade: cpuOf(servers.nodeMade, count, hosts)
      })
      return [
        figureOf("Handshake and request, cached context", "nginx", of("cached", "nginx"), 2, 1.2),
        figureOf("Handshake and request, context made", "nginx", of("made", "nginx"), 3.5, 2),
        figureOf("Handshake and request, cached context", "node:https", of("cached", "nodeCached"), 1.3),
        figureOf("Handshake and request, context made", "node:https", of("made", "nodeMade"), 1.3),
        figureOf("node:https, cached context", "nginx", of("nodeCached", "nginx")),
        figureOf("node:https, context made", "nginx", of("nodeMade", "nginx"))
      ]
    } finally {
      for (const server of Object.values(servers)) await server.stop()
    }
  }
}

const figureOf = (
  what: string,
  name: string,
  { ours, peer, ratio }: Comparison,
  must?: number,
  goal?: number
): Figure => ({
  what,
  unit: "µs",
  ours,
  peer: { name, value: peer },
  ratio,
  bound: must === undefined ? undefined : { of: "ratio", side: "at most", must, goal }
})
