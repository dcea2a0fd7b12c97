import { manyCommandsSuite } from "./manyCommandsSuite.ts"

manyCommandsSuite(4000)
