import { genericThick, noTemplates } from "./genericProfiles.ts"
import type { RegistryProfile } from "./RegistryProfile.ts"

const namespace = "urn:se:iis:xml:epp:iis-1.2"

/** Indexes of nameservers in a transfer, up to the maximum of the schema. */
const transferNameservers = [1, 2, 3, 4, 5]

/** Internetstiftelsen, of .se and .nu: every registrant has an organization number, and transfers complete at once. */
export const internetstiftelsen: RegistryProfile = {
  ...genericThick,
  extensions: [...genericThick.extensions, namespace],
  contacts: { ...genericThick.contacts, roles: ["registrant", "tech"], postal: "loc" },
  transfer: { way: "request", period: "omitted", decisions: false },
  auth_code: { ...genericThick.auth_code, lifetime_days: null, verifiable: false },
  fee: null,
  templates: {
    ...noTemplates,
    contact_create: [{
      namespace,
      name: "create",
      children: [{ name: "orgno", text: "{REGISTRY_SE_ORG_NO}" }, { name: "vatno", text: "{REGISTRY_SE_VAT_NO}" }]
    }],
    domain_transfer: [{
      namespace,
      name: "transfer",
      children: [{
        name: "ns",
        children: transferNameservers.map((number) => ({ name: "hostObj", text: `{@ns${number}}` }))
      }]
    }]
  }
}
