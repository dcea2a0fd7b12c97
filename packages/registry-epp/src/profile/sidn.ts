import { genericThick, noTemplates } from "./genericProfiles.ts"
import type { RegistryProfile } from "./RegistryProfile.ts"

const namespace = "http://rxsd.domain-registry.nl/sidn-ext-epp-1.0"

/** SIDN, of .nl. Domains renew automatically, for an unspecified term; contacts have legal forms. */
export const sidn: RegistryProfile = {
  ...genericThick,
  extensions: [...genericThick.extensions, namespace],
  contacts: { ...genericThick.contacts, roles: ["registrant", "admin", "tech"], postal: "loc" },
  dnssec: "key",
  period: "omitted",
  renews: false,
  transfer: { way: "request", period: "omitted", decisions: false },
  auth_code: { absent: "empty", removal: null, lifetime_days: null, verifiable: false },
  // Restores need a protocol extension, which templates do not support.
  restore: "none",
  fee: null,
  templates: {
    ...noTemplates,
    contact_create: [{
      namespace,
      name: "ext",
      children: [{
        name: "create",
        children: [{
          name: "contact",
          children: [
            { name: "legalForm", text: "{SIDN_LEGAL_FORM}" },
            { name: "legalFormRegNo", text: "{SIDN_LEGAL_REG_NO}" }
          ]
        }]
      }]
    }]
  }
}
