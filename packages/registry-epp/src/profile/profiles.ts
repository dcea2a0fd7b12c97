import { Struct } from "effect"
import { afnic } from "./afnic.ts"
import { eurid } from "./eurid.ts"
import { generic, genericThick, hostAttributes } from "./genericProfiles.ts"
import { internetstiftelsen } from "./internetstiftelsen.ts"
import { namewright } from "./namewright.ts"
import { nominet } from "./nominet.ts"
import type { ProfileChanges, RegistryProfile } from "./RegistryProfile.ts"
import { sidn } from "./sidn.ts"
import { verisign } from "./verisign.ts"

/** The built-in profiles by their names in configurations. */
export const profiles: Readonly<Record<string, RegistryProfile>> = {
  generic,
  "generic-thick": genericThick,
  "host-attributes": hostAttributes,
  namewright,
  sidn,
  nominet,
  internetstiftelsen,
  eurid,
  afnic,
  verisign
}

/** A profile with the changes of a configuration. Each changed part is replaced as a whole. */
export const changedProfile = (base: RegistryProfile, changes: ProfileChanges): RegistryProfile => ({
  ...base,
  ...Struct.omit(changes, ["extends"])
})
