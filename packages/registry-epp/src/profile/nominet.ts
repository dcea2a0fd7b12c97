import { genericThick, noTemplates } from "./genericProfiles.ts"
import type { RegistryProfile } from "./RegistryProfile.ts"

const contactExtension = "http://www.nominet.org.uk/epp/xml/contact-nom-ext-1.0"
const releaseExtension = "http://www.nominet.org.uk/epp/xml/std-release-1.0"

/** Nominet, of .uk. It has no auth codes: the registrar releases a domain to another registrar's tag. */
export const nominet: RegistryProfile = {
  ...genericThick,
  extensions: [...genericThick.extensions, contactExtension, releaseExtension],
  contacts: { ...genericThick.contacts, postal: "loc" },
  transfer: { way: "release", period: "omitted", decisions: false },
  auth_code: { absent: "empty", removal: null, lifetime_days: null, verifiable: false },
  release: {
    form: "object",
    element: {
      namespace: releaseExtension,
      name: "release",
      children: [{ name: "domainName", text: "{@name}" }, { name: "registrarTag", text: "{@recipient}" }]
    },
    recipients: ["registrar"]
  },
  fee: null,
  templates: {
    ...noTemplates,
    contact_create: [{
      namespace: contactExtension,
      name: "create",
      children: [
        { name: "trad-name", text: "{NOMINET_TRAD_NAME}" },
        { name: "type", text: "{NOMINET_CONTACT_TYPE}" },
        { name: "co-no", text: "{NOMINET_CO_NO}" }
      ]
    }]
  }
}
