import { ts } from 'ts-morph';

const Kind = ts.SyntaxKind;

/** True for types whose values carry no text of the sender: numbers, booleans, literals, dates. */
export function isHarmlessType(type: ts.TypeNode | undefined): boolean {
  if (type === undefined) return false;
  if (ts.isUnionTypeNode(type)) return type.types.every(isHarmlessType);
  if (ts.isTypeReferenceNode(type)) return /^(Date|Response|ServerResponse)$/.test(typeName(type));
  switch (type.kind) {
    case Kind.NumberKeyword:
    case Kind.BooleanKeyword:
    case Kind.BigIntKeyword:
    case Kind.LiteralType:
    case Kind.UndefinedKeyword:
    case Kind.FunctionType:
    case Kind.VoidKeyword:
      return true;
    default:
      return false;
  }
}

/** The last part of the name of a type, `''` when it has none. */
export function typeName(type: ts.TypeNode | undefined): string {
  if (type === undefined || !ts.isTypeReferenceNode(type)) return '';
  const name = type.typeName;
  return ts.isIdentifier(name) ? name.text : name.right.text;
}
