import { EppUri } from "../message/EppUri.ts"
import { generic, noTemplates } from "./genericProfiles.ts"
import type { RegistryProfile } from "./RegistryProfile.ts"

/**
 * Verisign, of .com and .net. One server routes commands to several registries, by a sub-product in every command about
 * an object. .com and .net share their hosts.
 */
export const verisign: RegistryProfile = {
  ...generic,
  extensions: [...generic.extensions, EppUri.namestore, EppUri.idnLanguage],
  // Maximum that published clients use.
  names_per_check: 13,
  tld_values: {
    com: { sub_product: "dotCOM", repository: "comnet" },
    net: { sub_product: "dotNET", repository: "comnet" },
    cc: { sub_product: "dotCC", repository: "cc" },
    name: { sub_product: "dotNAME", repository: "name" }
  },
  templates: {
    ...noTemplates,
    domain_create: [{ namespace: EppUri.idnLanguage, name: "tag", text: "{@idn_language}" }],
    every: [{
      namespace: EppUri.namestore,
      name: "namestoreExt",
      children: [{ name: "subProduct", text: "{@tld.sub_product}" }]
    }]
  }
}
