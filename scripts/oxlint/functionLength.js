/**
 * Limits the lines of a function, excluding inner functions: the generator that builds a service may be long, its
 * methods may not.
 */
export const functionLength = {
  meta: { type: "suggestion", schema: [{ type: "integer", minimum: 1 }] },
  create(context) {
    const maximum = context.options[0] ?? 70
    const enclosing = []

    const linesOf = ({ loc }) => loc.end.line - loc.start.line + 1
    const enter = (node) => void enclosing.push({ node, inner: 0 })
    const leave = (node) => {
      const { inner } = enclosing.pop()
      const own = linesOf(node) - inner
      const outer = enclosing.at(-1)
      // The first and last line of an inner function belong to the outer one as well.
      if (outer !== undefined) outer.inner += inner + Math.max(0, own - 2)
      if (own > maximum) {
        context.report({ node, message: `This function has ${own} lines of its own; ${maximum} are the limit` })
      }
    }

    return {
      FunctionDeclaration: enter,
      FunctionExpression: enter,
      ArrowFunctionExpression: enter,
      "FunctionDeclaration:exit": leave,
      "FunctionExpression:exit": leave,
      "ArrowFunctionExpression:exit": leave
    }
  }
}
