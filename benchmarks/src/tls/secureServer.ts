import { SecureContexts } from "@namewright/http"
import { Redacted } from "effect"
import type { ServerResponse } from "node:http"
import { createServer } from "node:https"
import { createSecureContext } from "node:tls"
import { SecurePlatformServer } from "../../../packages/http/src/tls/SecurePlatformServer.ts"
import { listening, serveParent, taskOf } from "../harness/ChildProcess.ts"
import { hostCertificates } from "./hostCertificates.ts"

/** A server, and how it finds the certificate of a handshake. */
export interface SecureServerTask {
  /** `ours`: the server of `serve`; `node`: `node:https` without anything else. */
  readonly server: "ours" | "node"
  /** `cached`: from a context that is there; `made`: from a new one. */
  readonly contexts: "cached" | "made"
  readonly hosts: number
}

const { contexts: kind, hosts, server: side } = taskOf<SecureServerTask>()
const certificates = await hostCertificates(hosts)

const optionsOf = (host: string) => {
  const certificate = certificates.get(host)
  return certificate && { cert: certificate.chain, key: Redacted.value(certificate.key) }
}

const ours = async () => {
  const contexts = new SecureContexts({
    find: (host) => Promise.resolve(certificates.get(host)),
    now: Date.now,
    // With one place, hosts in turn never find their context.
    maximum: kind === "made" ? 1 : hosts
  })
  if (kind === "cached") { for (const host of certificates.keys()) await contexts.get(host) }
  return new SecurePlatformServer(contexts, { clientCompatibility: false }, () => {})
}

const bare = () => {
  const ready = new Map(
    kind === "cached" ? Array.from(certificates.keys(), (host) => [host, createSecureContext(optionsOf(host))]) : []
  )
  return createServer({
    SNICallback: (host, done) => done(null, ready.get(host) ?? createSecureContext(optionsOf(host)))
  })
}

const server = side === "ours" ? await ours() : bare()
server.on("request", (_: unknown, response: ServerResponse) => {
  response.writeHead(200, { "content-type": "text/plain", "content-length": 5 }).end("hello")
})
serveParent(await listening(server), async () => void server.close())
