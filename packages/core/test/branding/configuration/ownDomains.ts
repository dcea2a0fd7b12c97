import { asSystem, UserId, Users } from "@namewright/core/access"
import { OrganizationId } from "@namewright/core/shared"
import type { TestPlatform } from "@namewright/testing"
import { assert } from "vitest"
import { baseZone, hasCertificate, hasClient, newReseller, plusOf, recordsOf, servedPart } from "./BrandingPlatform.ts"

/** Adds a manager of the organization, who gets mails about the brand. */
const newManager = async (platform: TestPlatform, organization_id: string): Promise<string> => {
  const email = `manager-of-${organization_id}@example.com`
  const { user_id } = await platform.as(organization_id, "admin").users.create({
    username: `manager-of-${organization_id}`,
    email,
    first_name: "Ada",
    last_name: "Lovelace",
    locale: "en"
  })
  await platform.runtime.runPromise(
    asSystem(
      OrganizationId.make(organization_id),
      Users.use((users) => users.assignRole(UserId.make(user_id), "admin"))
    )
  )
  return email
}

export const nameservers = ["ns1.namewright.test", "ns2.namewright.test"]

/** An active configuration of the tier `plus`. Its domain is in the organization's account, if it is registered. */
export const activePlus = async (
  platform: TestPlatform,
  { isRegistered }: { readonly isRegistered: boolean }
) => {
  const reseller = await newReseller(platform)
  const { hostname, request } = plusOf("delegated", { create_zone: true })
  const manager = await newManager(platform, reseller.organization_id)
  if (isRegistered) await platform.create.domain(reseller.organization_id, { name: hostname, nameservers })
  await reseller.branding.create(request)
  await platform.clock.advance({ minutes: 5 })
  assert.strictEqual((await reseller.branding.configuration()).onboarding_status, "active")
  assert.strictEqual(await servedPart(platform, `portal.${hostname}`), "app")
  return { ...reseller, hostname, label: request.label, manager }
}

type Plus = Awaited<ReturnType<typeof activePlus>>

export const problemMails = (platform: TestPlatform, { hostname, manager }: Plus) =>
  platform.mails(manager).filter(({ subject }) => subject === `Your hosts at ${hostname}`)

const messagesOf = async ({ branding, caller }: Plus): Promise<ReadonlyArray<string>> => {
  const { whitelabel_branding_id } = await branding.configuration()
  const { items } = await caller.events.page({ page_size: 100 })
  return items.filter(({ object_id }) => object_id === whitelabel_branding_id).map(({ event_data }) =>
    event_data.message
  )
}

/** Nothing is left of the hosts of the own domain; those below the platform's zone are served. */
export const assertOutOfService = async (platform: TestPlatform, plus: Plus) => {
  const { hostname, label, organization_id } = plus
  assert.isUndefined(await servedPart(platform, `portal.${hostname}`))
  assert.isUndefined(await servedPart(platform, `login.${hostname}`))
  assert.deepStrictEqual(await recordsOf(platform, hostname), [])
  assert.isFalse(await hasCertificate(platform, `portal.${hostname}`, `login.${hostname}`))
  assert.strictEqual(await servedPart(platform, `app.${label}.${baseZone}`), "app")
  assert.isTrue(await hasClient(platform, organization_id))
  const { auth } = await plus.branding.document()
  assert.strictEqual(auth?.authority, `https://auth.${label}.${baseZone}/realms/sandbox`)
  const message = `The hosts of ${hostname} are out of service, and their records and certificate are removed`
  assert.include(await messagesOf(plus), message)
}
