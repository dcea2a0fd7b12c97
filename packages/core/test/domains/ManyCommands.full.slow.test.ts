import { manyCommandsSuite } from "./manyCommandsSuite.ts"

manyCommandsSuite(50_000)
