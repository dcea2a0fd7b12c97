import { hostAttributes, noTemplates } from "./genericProfiles.ts"
import type { RegistryProfile } from "./RegistryProfile.ts"

/** Supported versions, newest first. They have equal definitions of the elements used here. */
const versions = (name: string, ...numbers: ReadonlyArray<string>) =>
  numbers.map((number) => `http://www.eurid.eu/xml/epp/${name}-${number}`)

const contactExtension = versions("contact-ext", "1.4", "1.3", "1.2", "1.1")
const domainExtension = versions("domain-ext", "2.6", "2.5", "2.4", "2.3", "2.1", "2.0")
const authInfoExtension = versions("authInfo", "1.1", "1.0")

/** EURid, of .eu: hosts are attributes, the registry makes the auth codes, and transfers include contacts. */
export const eurid: RegistryProfile = {
  ...hostAttributes,
  extensions: [...hostAttributes.extensions, ...contactExtension, ...domainExtension, ...authInfoExtension],
  contacts: {
    ...hostAttributes.contacts,
    roles: ["registrant", "tech", "billing"],
    postal: "loc",
    auth_code: "empty"
  },
  dnssec: "key",
  transfer: { way: "request", period: "omitted", decisions: false },
  auth_code: { absent: "empty", removal: null, lifetime_days: null, verifiable: false },
  auth_code_request: {
    command: "info",
    extension: { namespace: authInfoExtension, name: "info", children: [{ name: "request" }] },
    answer: { auth_code: "code", expires_on: "validUntil", recipient: null }
  },
  restore: "none",
  fee: null,
  templates: {
    ...noTemplates,
    contact_create: [{
      namespace: contactExtension,
      name: "create",
      children: [
        { name: "type", text: "{eurid:type}" },
        { name: "lang", text: "en" },
        { name: "naturalPerson", text: "{@natural_person}" }
      ]
    }],
    domain_transfer: [{
      namespace: domainExtension,
      name: "transfer",
      children: [{
        name: "request",
        children: [
          { name: "registrant", text: "{@registrant}" },
          { name: "contact", attributes: { type: "billing" }, text: "{@billing}" },
          { name: "contact", attributes: { type: "tech" }, text: "{@tech}" }
        ]
      }]
    }]
  }
}
