import type { LevelOfAssurance } from "./ContactClaim.ts"

const levels: ReadonlyArray<LevelOfAssurance> = ["LOW", "SUBSTANTIAL", "HIGH"]

/** True if a level does not exceed another one. */
export const isAtMost = (level: LevelOfAssurance, highest: LevelOfAssurance): boolean =>
  levels.indexOf(level) <= levels.indexOf(highest)

/**
 * Schemes notified under article 9 of Regulation (EU) No 910/2014, with the highest level for which each is notified.
 * The list has not been compared with the notices in the Official Journal of the European Union, series C, yet.
 */
const notified: Readonly<Record<string, Readonly<Record<string, LevelOfAssurance>>>> = {
  AT: { "ID Austria": "HIGH" },
  BE: { "FAS / eCards": "HIGH", "FAS / itsme": "HIGH" },
  CZ: { "National identification scheme of the Czech Republic": "HIGH", mojeID: "HIGH" },
  DE: { "German eID": "HIGH" },
  DK: { NemID: "SUBSTANTIAL", MitID: "HIGH" },
  EE: { "Estonian eID scheme": "HIGH", "Mobiil-ID": "HIGH" },
  ES: { DNIe: "HIGH" },
  FR: { "FranceConnect+": "SUBSTANTIAL", "France Identité": "HIGH" },
  HR: { NIAS: "HIGH" },
  IT: { SPID: "HIGH", CIE: "HIGH" },
  LI: { "eID.li": "HIGH" },
  LT: { ATK: "HIGH" },
  LU: { "Luxembourg eID": "HIGH" },
  LV: { eParaksts: "HIGH", "eID karte": "HIGH" },
  MT: { "Identity Malta": "HIGH" },
  NL: { eHerkenning: "HIGH", DigiD: "HIGH" },
  NO: { BankID: "HIGH", Buypass: "HIGH" },
  PL: { "mObywatel": "HIGH" },
  PT: { "Cartão de Cidadão": "HIGH", "Chave Móvel Digital": "HIGH" },
  SE: { "Freja eID Plus": "SUBSTANTIAL", "Svensk e-legitimation": "SUBSTANTIAL" },
  SI: { "SI-PASS": "HIGH" },
  SK: { "Slovak eID": "HIGH" }
}

const higher = (one: LevelOfAssurance, other: LevelOfAssurance) => isAtMost(one, other) ? other : one

const byName: ReadonlyMap<string, LevelOfAssurance> = new Map(
  Object.entries(notified).flatMap(([country, schemes]) => [
    [country.toLowerCase(), Object.values(schemes).reduce(higher)] as const,
    ...Object.entries(schemes).map(([name, level]) => [name.toLowerCase(), level] as const)
  ])
)

/** Highest level of a scheme, or of the schemes of a country; undefined if none is notified. In any case of letters. */
export const highestLevelOf = (scheme: string): LevelOfAssurance | undefined => byName.get(scheme.toLowerCase())
