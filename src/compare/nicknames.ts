/** Short forms that do not begin like the full name (or too briefly to tell). Groups of given names that one person may bear. */
const GROUPS: readonly string[] = [
  'william bill billy will willy liam', 'robert bob bobby rob robbie', 'richard dick rick rich ricky', 'james jim jimmy jamie', 'john jack johnny jon', 'jonathan jon jonny', 'edward ed ted eddie ned', 'theodore ted theo', 'margaret peggy meg maggie greta', 'elizabeth liz beth betty lisa eliza libby elisabeth',
  'katherine kathryn catherine kate kathy cathy katie kit kay', 'alexander alex sasha sascha xander alec', 'alexandra alex sasha sandra', 'anthony tony antonio', 'andrew andy drew', 'michael mike mick mickey misha', 'mikhail misha michael', 'charles charlie chuck carl', 'henry harry hank', 'harold harry hal',
  'thomas tom tommy', 'joseph joe joey josef sepp', 'david dave davy', 'daniel dan danny', 'samuel sam sammy', 'samantha sam', 'patricia pat patty tricia trish', 'patrick pat paddy', 'susan sue susie', 'rebecca becky becca', 'deborah debbie deb', 'barbara barb babs', 'jennifer jen jenny', 'jessica jess jessie',
  'christopher chris kit topher', 'christine chris tina christina', 'stephen steven steve', 'gregory greg', 'lawrence larry laurence lars', 'gerald gerry jerry', 'jerome jerry', 'francis frank fran', 'franklin frank', 'francisco paco pancho frank', 'jose pepe', 'ignacio nacho', 'dolores lola', 'guadalupe lupe',
  'eugene gene', 'evgeny eugene evgenii zhenya', 'nicholas nick nicolas nico klaus', 'peter pete pjotr pyotr', 'timothy tim', 'matthew matt', 'frederick fred freddy fritz friedrich', 'johannes hans jan johann', 'dmitry dima dmitri dimitri', 'vladimir vova volodya', 'sergey serge sergei', 'yuri yury iouri', 'oscar ozzie', 'albert al bert', 'alfred fred al',
  'herbert herb bert', 'hubert bert', 'gilbert gil bert', 'ronald ron ronnie', 'donald don', 'douglas doug', 'kenneth ken', 'leonard leo len lenny', 'philip phil phillip', 'raymond ray', 'stanley stan', 'walter walt wally', 'victoria vicky tori', 'abigail abby gail', 'virginia ginny', 'dorothy dot dottie', 'florence flo', 'helen nell ellen', 'eleanor ellie nell nora',
  'antoinette toni', 'zachary zach zack', 'jacob jake', 'joshua josh', 'nathaniel nathan nat nate', 'benjamin ben', 'geoffrey geoff jeff jeffrey', 'sara sarah sally', 'ann anne anna annie nancy hannah', 'maria mary molly polly marie mia', 'martha patty', 'rudolf rolf rudy', 'wilhelm willi will', 'giuseppe beppe peppe', 'giovanni gianni nino', 'salvatore toto',
]
const GROUP_OF = new Map<string, Set<number>>()
for (const [index, group] of GROUPS.entries()) {
  for (const name of group.split(' ')) GROUP_OF.set(name, (GROUP_OF.get(name) ?? new Set()).add(index))
}

/** True when two folded given names stand in one group of everyday short forms. */
export function isNickname(a: string, b: string): boolean {
  const groups = GROUP_OF.get(a)
  const others = GROUP_OF.get(b)
  return groups !== undefined && others !== undefined && [...groups].some((group) => others.has(group))
}
