import type { Platform, PlatformCalls } from "@namewright/core/embed"

type Input<Group extends keyof PlatformCalls, Method extends keyof PlatformCalls[Group]> =
  PlatformCalls[Group][Method] extends (input: infer I, ...rest: infer _R) => Promise<infer _A> ? I : never
type Answer<Group extends keyof PlatformCalls, Method extends keyof PlatformCalls[Group]> =
  PlatformCalls[Group][Method] extends (...args: infer _P) => Promise<infer A> ? A : never

type NewParent = Parameters<Platform["operator"]["organizations"]["createParent"]>[0]
type Parent = Awaited<ReturnType<Platform["operator"]["organizations"]["createParent"]>>

/** Objects with realistic data. Every member can be replaced; names are new on each call. */
export interface Factories {
  /** A parent organization with a credit of 1,000.00 EUR. */
  readonly organization: (members?: Partial<NewParent>) => Promise<Parent>
  /** A contact of the organization, with a verified address. */
  readonly contact: (
    organization_id: string,
    members?: Partial<Input<"contacts", "create">>
  ) => Promise<Answer<"contacts", "create">>
  /** A registered `.com` domain of the organization for one year, with automatic renewal and a new contact. */
  readonly domain: (
    organization_id: string,
    members?: Partial<Input<"domains", "register">>
  ) => Promise<Answer<"domains", "register">>
  /** A zone of the organization with a web and a mail server. */
  readonly zone: (
    organization_id: string,
    members?: Partial<Input<"zones", "create">>
  ) => Promise<Answer<"zones", "create">>
}

const people = [
  { first_name: "Ada", last_name: "Lovelace", street: "Invalidenstr. 1", city: "Berlin", postal_code: "10115" },
  { first_name: "Emmy", last_name: "Noether", street: "Bunsenstr. 3", city: "Göttingen", postal_code: "37073" },
  { first_name: "Carl", last_name: "Gauss", street: "Geismarlandstr. 11", city: "Göttingen", postal_code: "37083" },
  { first_name: "Konrad", last_name: "Zuse", street: "Methfesselstr. 7", city: "Berlin", postal_code: "10965" }
] as const

const companies = ["Nordlicht Hosting GmbH", "Bergmann Internet AG", "Hafen Digital GmbH", "Lindenweg Medien"] as const

const words = ["blumen", "fahrrad", "kaffee", "garten", "buecher", "uhren", "keramik", "reisen"] as const

const nth = <const L extends readonly [unknown, ...ReadonlyArray<unknown>]>(list: L, index: number): L[number] =>
  list[index % list.length]

/** The same order of calls makes the same data on every platform. */
export const makeFactories = (platform: Pick<Platform, "as" | "operator">): Factories => {
  let made = 0
  const caller = (organization_id: string) => platform.as(organization_id, "admin")
  const newName = (): string => {
    made += 1
    return `${nth(words, made)}-${made}.com`
  }

  const contact: Factories["contact"] = async (organization_id, members = {}) => {
    const person = nth(people, made++)
    const label = person.last_name.toLowerCase()
    const { contacts, contactVerifications } = caller(organization_id)
    const created = await contacts.create({
      ...person,
      email: `${label}${made}@example.org`,
      phone: `+49.30${String(1_234_567 + made)}`,
      country: "DE",
      ...members
    })
    // Many TLDs put names on hold 15 days after their registration with an address that nobody has verified.
    const { token = "" } = await contactVerifications.start(created.contact_id, { type: "api" })
    await contactVerifications.complete(created.contact_id, { token })
    return created
  }

  return {
    organization: (members = {}) =>
      platform.operator.organizations.createParent({
        name: `${nth(companies, made)} ${++made}`,
        country_code: "DE",
        starting_credit: "1000.00",
        ...members
      }),
    contact,
    domain: async (organization_id, members = {}) => {
      const contacts = members.contacts ?? await everyRole(contact(organization_id))
      return caller(organization_id).domains.register({
        name: newName(),
        period: { unit: "y", value: 1 },
        renewal_mode: "renew",
        ...members,
        contacts
      })
    },
    zone: (organization_id, members = {}) =>
      caller(organization_id).zones.create({
        name: newName(),
        rrsets: [
          { name: "@", type: "A", ttl: 3600, records: [{ rdata: "192.0.2.10" }] },
          { name: "www", type: "A", ttl: 3600, records: [{ rdata: "192.0.2.10" }] },
          { name: "@", type: "MX", ttl: 3600, records: [{ rdata: "10 mail.example.net." }] }
        ],
        ...members
      })
  }
}

/** One contact in every role. */
const everyRole = async (created: Promise<Answer<"contacts", "create">>) => {
  const { contact_id } = await created
  return { registrant: contact_id, admin: contact_id, tech: contact_id, billing: contact_id }
}
