import { ServedHostLookup } from "@namewright/core/branding"
import { CertificateStore } from "@namewright/core/certificates"
import { ZoneStore } from "@namewright/core/dns"
import { SignInClients } from "@namewright/core/realm"
import { Hostname } from "@namewright/core/shared"
import { type TestPlatform, testPlatform, type TestPlatformOptions } from "@namewright/testing"
import { Effect, Option } from "effect"
import { assert } from "vitest"

/** Zone of the platform for hosts of brands. */
export const baseZone = "brands-of-example.com"

export const addresses = { ipv4: ["192.0.2.80"], ipv6: ["2001:db8::80"] }

const issuer = "https://names.example/realms/sandbox"

/**
 * A platform that sells white-label configurations. Its operator holds the domain of the zone for them, which exists already
 * in the file of another platform if `isNew` is false.
 */
export const brandingPlatform = async (options: TestPlatformOptions = {}, isNew = true): Promise<TestPlatform> => {
  const platform = await testPlatform({
    signInPages: issuer,
    ...options,
    whitelabel: { zone: baseZone, addresses, protected_terms: ["Acme Bank"] }
  })
  if (!isNew) return platform
  const operator = await platform.create.organization()
  await platform.create.domain(operator.organization_id, { name: baseZone })
  await platform.clock.settle()
  const zones = await platform.as(operator.organization_id, "admin").zones.page()
  if (zones.total === 0) await platform.as(operator.organization_id, "admin").zones.create({ name: baseZone })
  return platform
}

/** A new organization with the calls of its administrator. */
export const newReseller = async (platform: TestPlatform, starting_credit = "1000.00") => {
  const { organization_id } = await platform.create.organization({ starting_credit })
  const caller = platform.as(organization_id, "admin")
  return { organization_id, caller, branding: caller.branding }
}

let labels = 0

/** A label that no other test has. */
export const newLabel = (): string =>
  `reseller-${String.fromCharCode(97 + Math.floor(labels / 5))}-${5 + labels++ % 5}x`

export const month = { unit: "m", value: 1 } as const
export const year = { unit: "y", value: 1 } as const

let domains = 0

/** Request for a configuration with an own domain. The prefix selects the simulated answers of the public DNS. */
export const plusOf = (prefix: string, members: object = {}) => {
  const hostname = `${prefix}-brand${++domains}.com`
  return {
    hostname,
    request: {
      tier: "plus" as const,
      label: newLabel(),
      period: year,
      hostname,
      auth_subdomain: "Login",
      dashboard_subdomain: "portal",
      ...members
    }
  }
}

/** Part that is served at a host; undefined if none is. */
export const servedPart = async ({ clock, runtime }: TestPlatform, host: string): Promise<string | undefined> => {
  // Look-ups are cached for seconds.
  await clock.advance({ seconds: 6 })
  const found = await runtime.runPromise(Effect.flatMap(ServedHostLookup, (hosts) => hosts.find(host)))
  return Option.getOrUndefined(Option.map(found, ({ part }) => part))
}

/** Addresses with the reason WHITELABEL in the zones of the platform, by name and type. */
export const recordsOf = async ({ runtime }: TestPlatform, zone: string): Promise<ReadonlyArray<string>> => {
  const found = await runtime.runPromise(
    Effect.flatMap(
      ZoneStore,
      (store) =>
        Effect.flatMap(
          store.named(`${zone}.` as never),
          ([first]) => first === undefined ? Effect.succeed(Option.none()) : store.content(first.dns_zone_id)
        )
    )
  )
  return Option.match(found, {
    onNone: () => [],
    onSome: ({ rrsets }) =>
      rrsets.filter(({ protected_reason }) => protected_reason === "WHITELABEL").map(({ name, type }) =>
        `${name} ${type}`
      )
  })
}

/** The same of one label below the platform's zone. */
export const recordsBelowLabel = async (platform: TestPlatform, label: string): Promise<Array<string>> =>
  (await recordsOf(platform, baseZone)).filter((record) => record.includes(`.${label}.`))

/** True if a certificate of these hosts is ordered or issued. */
export const hasCertificate = ({ runtime }: TestPlatform, ...hosts: ReadonlyArray<string>): Promise<boolean> =>
  runtime.runPromise(
    Effect.flatMap(
      CertificateStore,
      (store) => Effect.map(store.lockNames(hosts.map((host) => Hostname.make(host)).toSorted()), Option.isSome)
    )
  )

/** True if the client of an organization is in the realm. */
export const hasClient = ({ runtime }: TestPlatform, organization_id: string): Promise<boolean> =>
  runtime.runPromise(Effect.flatMap(SignInClients, (clients) => clients.exists(`wl-${organization_id}`)))

/** A call fails with the code. */
export const rejects = async (call: Promise<unknown>, code: string): Promise<void> => {
  const found = await call.then(() => "nothing", (error: { readonly code: string }) => error.code)
  assert.strictEqual(found, code)
}
