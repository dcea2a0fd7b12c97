import { testSize } from "../../../../test/testSize.ts"
import { manyCommandsSuite } from "./manyCommandsSuite.ts"

manyCommandsSuite(testSize(10_000, 50_000))
