import { type BinaryOperationNode, OperatorNode, PostgresQueryCompiler, PrimitiveValueListNode } from 'kysely'

/** Longer lists go as one array. Shorter ones are so few texts that each has a plan, which knows how many values it gets. */
export const listedMax = 8

const ofArray = new Map([
  ['in', '= any('],
  ['not in', '<> all('],
])

/**
 * PostgreSQL's compiler, but that a long list of values is one parameter: a query by ids has the same text, and so the
 * same plan, for nine of them and for a thousand.
 */
class ArraysForLongLists extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand } = node
    const written = OperatorNode.is(operator) ? ofArray.get(operator.operator) : undefined
    if (written === undefined || !PrimitiveValueListNode.is(rightOperand) || rightOperand.values.length <= listedMax)
      return super.visitBinaryOperation(node)
    this.visitNode(leftOperand)
    this.append(` ${written}`)
    this.appendValue([...rightOperand.values])
    this.append(')')
  }
}

export const createQueryCompiler = (): PostgresQueryCompiler => new ArraysForLongLists()
