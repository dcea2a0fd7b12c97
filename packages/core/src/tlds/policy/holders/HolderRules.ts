import { canada } from "./canada.ts"
import type { HolderRule } from "./HolderRule.ts"
import { italy } from "./italy.ts"
import { latvia } from "./latvia.ts"
import { norway } from "./norway.ts"
import { slovakia } from "./slovakia.ts"

/** Rules about contacts that specifications cannot express as data, by TLD. */
export const holderRules: Readonly<Record<string, HolderRule>> = {
  ca: canada,
  it: italy,
  lv: latvia,
  no: norway,
  sk: slovakia
}
