import type { TldSpec } from "../TldSpec.ts"
import { britishIsles } from "./britishIsles.ts"
import { centralEurope } from "./centralEurope.ts"
import { generic } from "./generic.ts"
import { germanSpeaking } from "./germanSpeaking.ts"
import { northAmerica } from "./northAmerica.ts"
import { northernEurope } from "./northernEurope.ts"
import { openCountry } from "./openCountry.ts"
import { southernEurope } from "./southernEurope.ts"
import { westernEurope } from "./westernEurope.ts"

/** The specifications that Namewright includes, newest versions only. */
export const catalogue: ReadonlyArray<TldSpec> = [
  ...generic,
  ...openCountry,
  ...germanSpeaking,
  ...westernEurope,
  ...southernEurope,
  ...centralEurope,
  ...northernEurope,
  ...britishIsles,
  ...northAmerica
]
