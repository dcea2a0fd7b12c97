/** One result of the examination of a registry. Texts hold no secrets. */
export interface RegistryFinding {
  readonly about:
    | "Connection"
    | "Certificate"
    | "Own certificate"
    | "Greeting"
    | "Clock"
    | "Login"
    | "Objects"
    | "Extensions"
    | "Tokens"
    | "Check"
    | "Limits"
    | "Registrar id"
  readonly verdict: "fine" | "advice" | "problem"
  readonly explanation: string
}

type Verdict = RegistryFinding["verdict"]

/** Makes findings of one verdict. */
export const finding =
  (verdict: Verdict) => (about: RegistryFinding["about"], explanation: string): RegistryFinding => ({
    about,
    verdict,
    explanation
  })

export const [fine, advice, problem] = [finding("fine"), finding("advice"), finding("problem")]
