import {
  brandAddress,
  BrandingDocumentStore,
  clientIdOf,
  newSubscriptionId,
  newWhitelabel,
  newWhitelabelId,
  WhitelabelStore
} from "@namewright/core/branding"
import { newZoneId } from "@namewright/core/dns"
import type { PlatformOptions } from "@namewright/core/embed"
import { SignInClients } from "@namewright/core/realm"
import { Hostname, Instant, type OrganizationId, PlatformSettings, Transaction } from "@namewright/core/shared"
import { Effect } from "effect"
import { request } from "node:http"
import type { HttpSettings } from "../../src/shared/HttpSettings.ts"
import { newOrganization } from "../support/newOrganization.ts"
import { RealmServer } from "./RealmServer.ts"

/** Zone of the platform for hosts of brands. Browsers find it on this machine, and offer passkeys below it without TLS. */
export const brandZone = "brands.localhost"

export const whitelabel = { zone: brandZone, addresses: { ipv4: ["192.0.2.80"], ipv6: [] } }

/** A platform with an embedded realm that sells white-label hosts. */
export const brandServer = (settings: Partial<HttpSettings> = {}, options: Partial<PlatformOptions> = {}) =>
  RealmServer.layerWith(settings, { whitelabel, ...options })

let labels = 0

/** A brand whose onboarding is complete. */
export interface Brand {
  readonly organization: OrganizationId
  /** Addresses of its hosts. */
  readonly app: string
  readonly auth: string
  readonly issuer: string
  readonly client_id: string
  readonly hostnames: { readonly app: Hostname; readonly auth: Hostname }
}

/** Stores an active configuration of a new organization, with its hosts, its client and its document. */
export const newBrand = Effect.fnUntraced(function*(
  document: object = {},
  { label = `brand${++labels}`, organization }: {
    readonly label?: string
    readonly organization?: OrganizationId
  } = {}
) {
  const store = yield* WhitelabelStore
  const documents = yield* BrandingDocumentStore
  const clients = yield* SignInClients
  const settings = yield* PlatformSettings
  const { atomically } = yield* Transaction
  const now = yield* Instant.now
  const organization_id = organization ?? (yield* newOrganization())
  const whitelabel_branding_id = yield* newWhitelabelId
  const pair = `${label}.${brandZone}`
  const hostnames = { app: Hostname.make(`app.${pair}`), auth: Hostname.make(`auth.${pair}`) }
  const dns_zone_id = yield* newZoneId
  const subscription_id = yield* newSubscriptionId
  const client_id = clientIdOf({ organization_id })
  const [app, auth] = [brandAddress(hostnames.app, settings), brandAddress(hostnames.auth, settings)]
  yield* atomically(Effect.gen(function*() {
    const ids = { id: whitelabel_branding_id, organization_id, subscription_id, base_zone: brandZone }
    yield* store.insert({
      ...newWhitelabel(ids, { tier: "base", label, period: { unit: "y", value: 1 } }, now),
      onboarding_status: "active",
      onboarding_step: null,
      retry_until: null,
      step_due_on: null,
      client_id
    })
    yield* store.insertHosts((["app", "auth"] as const).map((part) => ({
      hostname: hostnames[part],
      whitelabel_branding_id,
      organization_id,
      part,
      state: "serving" as const,
      pair,
      dns_zone_id
    })))
    yield* clients.put({
      client_id,
      client_name: label,
      redirect_uris: [`${app}/console/callback`],
      post_logout_redirect_uris: [`${app}/console/`]
    })
    yield* documents.lock(organization_id)
    yield* documents.append(organization_id, {
      version_number: 1,
      performed_by_type: "system",
      performed_by_id: null,
      restored_from: null,
      created_on: now,
      document
    }, 10)
  }))
  const brand: Brand = {
    organization: organization_id,
    app,
    auth,
    issuer: `${auth}/realms/sandbox`,
    client_id,
    hostnames
  }
  return brand
})

/**
 * A request to a host that no DNS knows: the server is on this machine. `fetch` sends the header `Host` of the address only,
 * which `headers` can replace here.
 */
export const fetchAtBrand = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
  const { host, pathname, port, search } = new URL(url)
  const sent = new Response(init.body ?? null)
  const headers = new Headers(init.headers)
  const type = sent.headers.get("content-type")
  if (type !== null && !headers.has("content-type")) headers.set("content-type", type)
  if (!headers.has("host")) headers.set("host", host)
  const body = await sent.bytes()
  return new Promise((resolve, reject) => {
    const options = {
      host: "127.0.0.1",
      port,
      path: `${pathname}${search}`,
      method: init.method ?? "GET",
      agent: false
    }
    request({ ...options, headers: Object.fromEntries(headers) }, (answer) => {
      const parts: Array<Buffer> = []
      answer.on("data", (part: Buffer) => parts.push(part)).once("error", reject).once("end", () => {
        const received = new Headers()
        for (const [name, values = []] of Object.entries(answer.headersDistinct)) {
          for (const value of values) received.append(name, value)
        }
        const status = answer.statusCode ?? 0
        const isEmpty = status === 204 || status === 304
        resolve(new Response(isEmpty ? null : Buffer.concat(parts), { status, headers: received }))
      })
    }).once("error", reject).end(body)
  })
}
