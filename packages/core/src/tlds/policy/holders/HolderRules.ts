import { canada } from "./canada.ts"
import type { HolderRule } from "./HolderRule.ts"
import { italy } from "./italy.ts"
import { latvia } from "./latvia.ts"
import { norway } from "./norway.ts"
import { slovakia } from "./slovakia.ts"

/** The rules about contacts that data cannot state, by the TLD they belong to. */
export const holderRules: Readonly<Record<string, HolderRule>> = {
  ca: canada,
  it: italy,
  lv: latvia,
  no: norway,
  sk: slovakia
}
