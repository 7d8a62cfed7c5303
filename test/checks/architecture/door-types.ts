import ts from 'typescript';

/** How deep inside properties and type arguments a door or an action is looked for. */
const DEPTH = 2;

/** What the door check needs to know about types: which hold the door, and which an authorised action. */
export interface DoorTypes {
  /** The guarded declaration behind a symbol, through aliases: the door, or the mint of actions. */
  guarded(symbol: ts.Symbol | undefined): 'door' | 'mint' | null;
  /** The guarded members of a type: `call` of bridges, or `authoriseAction` of a module. */
  guardedMembers(type: ts.Type): readonly { name: string; kind: 'door' | 'mint' }[];
  /** Whether a value of the type is, or has in it, something with a guarded member. */
  carriesDoor(type: ts.Type): boolean;
  /** Whether a value of the type can be called with an authorised action. */
  takesAction(type: ts.Type): boolean;
  /** Whether the type is an authorised action, by its brand. */
  isAction(type: ts.Type): boolean;
  /** Whether the type is an action, has one in it, or is a function that takes or gives one. */
  mentionsAction(type: ts.Type): boolean;
}

/** The declaration of a function, or of an interface's member (its name as written), in a file. */
export function declarationIn(file: ts.SourceFile, name: string, member?: string): ts.Node {
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return statement;
    if (ts.isInterfaceDeclaration(statement) && statement.name.text === name) {
      const found = statement.members.find((node) => node.name?.getText(file) === member);
      if (found !== undefined) return found;
    }
  }
  throw new Error(`${file.fileName} no longer declares ${name}: tell the door check its new name`);
}

/** The parts of a union; a type parameter counts as its constraint. */
export function constituents(checker: ts.TypeChecker, type: ts.Type): readonly ts.Type[] {
  const known = type.isTypeParameter() ? (checker.getBaseConstraintOfType(type) ?? type) : type;
  return known.isUnion() ? known.types : [known];
}

/** Reads the declarations of the door, the mint and the brand, and answers questions about types. */
export function doorTypes(
  checker: ts.TypeChecker,
  declared: { door: ts.Node; mint: ts.Node; brand: ts.Node },
): DoorTypes {
  const isDeclaredBy = (symbol: ts.Symbol, node: ts.Node) =>
    symbol.declarations?.includes(node as ts.Declaration) ?? false;

  const guarded: DoorTypes['guarded'] = (symbol) => {
    if (symbol === undefined) return null;
    const origin = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    if (isDeclaredBy(origin, declared.door)) return 'door';
    return isDeclaredBy(origin, declared.mint) ? 'mint' : null;
  };

  const guardedMembers: DoorTypes['guardedMembers'] = (type) =>
    constituents(checker, type).flatMap((part) =>
      checker.getPropertiesOfType(part).flatMap((property) => {
        const kind = guarded(property);
        return kind === null ? [] : [{ name: property.name, kind }];
      }),
    );

  const isAction: DoorTypes['isAction'] = (type) =>
    constituents(checker, type).some((part) =>
      checker.getPropertiesOfType(part).some((property) => isDeclaredBy(property, declared.brand)),
    );

  const signatures = (type: ts.Type) =>
    constituents(checker, type).flatMap((part) => part.getCallSignatures());
  const parameterTypes = (signature: ts.Signature) =>
    signature.parameters.map((parameter) => checker.getTypeOfSymbol(parameter));

  const takesAction: DoorTypes['takesAction'] = (type) =>
    signatures(type).some((signature) =>
      parameterTypes(signature).some((parameter) => carries(checker, parameter, isAction)),
    );

  const givesAction = (type: ts.Type) =>
    signatures(type).some((signature) => carries(checker, signature.getReturnType(), isAction));

  const remember = (answer: (type: ts.Type) => boolean) => {
    const known = new Map<ts.Type, boolean>();
    return (type: ts.Type) => {
      const result = known.get(type) ?? answer(type);
      known.set(type, result);
      return result;
    };
  };

  return {
    guarded,
    guardedMembers,
    isAction,
    takesAction: remember(takesAction),
    carriesDoor: remember((type) =>
      carries(checker, type, (part) => guardedMembers(part).length > 0),
    ),
    mentionsAction: remember((type) =>
      carries(checker, type, (part) => isAction(part) || takesAction(part) || givesAction(part)),
    ),
  };
}

/** The properties through which others can reach something: not the `#private` ones. */
export function reachableProperties(
  checker: ts.TypeChecker,
  type: ts.Type,
): readonly { name: string; type: ts.Type }[] {
  return checker
    .getPropertiesOfType(type)
    .filter(({ valueDeclaration }) => {
      const name = valueDeclaration && ts.getNameOfDeclaration(valueDeclaration);
      return name === undefined || !ts.isPrivateIdentifier(name);
    })
    .map((property) => ({ name: property.name, type: checker.getTypeOfSymbol(property) }));
}

/** What `Promise<…>`, an array, a tuple or a `Map<…>` holds. */
export function typeArguments(checker: ts.TypeChecker, type: ts.Type): readonly ts.Type[] {
  const isReference =
    (type.flags & ts.TypeFlags.Object) !== 0 &&
    ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0;
  return isReference ? checker.getTypeArguments(type as ts.TypeReference) : [];
}

function carries(
  checker: ts.TypeChecker,
  type: ts.Type,
  holds: (type: ts.Type) => boolean,
  depth = DEPTH,
): boolean {
  return constituents(checker, type).some((part) => {
    if (holds(part)) return true;
    if (depth === 0 || !(part.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) {
      return false;
    }
    const inner = [
      ...typeArguments(checker, part),
      ...(isOurs(part) ? reachableProperties(checker, part).map((property) => property.type) : []),
    ];
    return inner.some((held) => held !== part && carries(checker, held, holds, depth - 1));
  });
}

/** Types of libraries are looked at only through their type arguments. */
function isOurs(type: ts.Type): boolean {
  const files = type.symbol?.declarations?.map((node) => node.getSourceFile()) ?? [];
  return files.every((file) => !file.isDeclarationFile);
}
