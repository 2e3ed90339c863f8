/** Whether the password is one common word, disguised or not, with nothing around it but digits and punctuation. */
export function isCommonPassword(password: string): boolean {
  const characters = Array.from(password.toLowerCase());
  const isLetter = (character: string): boolean => /\p{L}/u.test(character);
  const first = characters.findIndex(isLetter);
  const last = characters.findLastIndex(isLetter);
  if (first === -1) return false;
  // A digit at the edge may belong to the word (`4dmin`, `hell0`), so every part that contains all letters is tried.
  for (let start = Math.max(0, last + 1 - LONGEST); start <= first; start += 1) {
    for (let end = last + 1; end <= Math.min(characters.length, start + LONGEST); end += 1) {
      const stretch = characters.slice(start, end);
      const isCommon = READINGS.some((signs) =>
        COMMON_WORDS.has(stretch.map((character) => signs.get(character) ?? character).join('')),
      );
      if (isCommon) return true;
    }
  }
  return false;
}

/** The letters that digits and signs replace within a word. */
const SIGNS = [
  ['0', 'o'],
  ['3', 'e'],
  ['4', 'a'],
  ['5', 's'],
  ['7', 't'],
  ['8', 'b'],
  ['9', 'g'],
  ['@', 'a'],
  ['$', 's'],
  ['+', 't'],
] as const;

/** Unchanged (`1q2w3e4r` is a word here), and with `1` and `!` replaced by each of the letters that they resemble. */
const READINGS: readonly ReadonlyMap<string, string>[] = [
  new Map(),
  new Map([...SIGNS, ['1', 'i'], ['!', 'i']]),
  new Map([...SIGNS, ['1', 'l'], ['!', 'l']]),
];

/**
 * The words behind the most common passwords. Each stands for all its disguises: in upper case, with digits and
 * punctuation around it, with digits and signs in place of letters.
 */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  `
  12qw34er 1a1a1a 1a2b3c 1a2b3c4d 1a2b3c4d5e 1q1q1q 1q2q3q 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx
  1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw23edc 1qw23er4 1x2x3x4x 1z2x3c 1z2x3c4v 2wsx3edc 3edc4rfv 4rfv5tgb
  a12345b a1a2a3 a1a2a3a4 a1b2c3 a1b2c3d4 a1b2c3d4e5 aa aa123456a aa123456aa aaa aaaa aaaaa aaaaaa aaaaaaa
  aaaaaaaa aabbcc aabbccdd aaron ab abby abc abc123abc abcabc abcabcabc abcd abcd1234abcd abcde abcdef
  abcdefg abcdefgh abcdefghi abcdefghij abcdefghijk abcdefghijklm abcdefghijklmnop
  abcdefghijklmnopqrstuvwxyz aberdeen abigail abuela access accessdenied accord account accounting accounts
  acdc acer achilles acmilan adam adelaide adgangskode aditya adm admin adminadmin administrador
  administrateur administrator adminpassword adminroot admins adrian adriana adventure africa agnieszka
  ahmad ahmed airbus aircraft airforce airplane airport aisha aishiteru ajax alabama aladdin alan alaska
  albania albert alberto alegria alejandra alejandro aleksander aleksandr alex alexa alexander alexandra
  alexandria alexei alexey alexis alfaromeo alfred alfredo algeria algerie ali alibaba alice alicia alien
  aliens alison allah allahuakbar allison aloha alpha alphabet alphabeta alphabravo alphaomega alvin always
  alwaysandforever alwaysforever alyssa amanda amarillo amazing amazon amber amen america american americana
  amigas amigo amigos amina amit amor amore amoremio amormio amour amsterdam amy anaconda anakin anand
  anastasia anastasiya anchor andre andrea andreas andrei andres andrew android andy angel angela angelbaby
  angeleyes angelica angelina angelique angelito angelo angels angelus angie anil animal animals anime anita
  anjali ankara anna annabelle anne annie anon anonymous ansible ant anthony antonia antonio anubis
  apassword aphrodite apollo apple applepie apples appletree april aquarius arabia aragorn ares argentina
  ariana ariel aries arizona arjun arkansas army arsenal arsenalfc artemis arthur asd asd123asd asdasd
  asdasdasd asdf asdfasdf asdfg asdfgh asdfghj asdfghjk asdfghjkl asdfghzxcvbn asdfqwer asdfzxcv asdqwe
  asdzxc ashish ashleigh ashley ashok asia askim aslan assassin asshole asus athena athens athlete atlanta
  atlantis atletico atleticomadrid atomic auckland audi august austin australia austria autumn ava avalanche
  avengers awesome ayse azerty azertyuiop azul baba bababa babe babes baby babyblue babyboy babydoll
  babyface babygirl babygirls babygurl babylove bacardi bachata backup bacon bad badass badboy badboys
  badger badgirl badman baghdad bahrain bailey bali ball baller ballet ballin balls baltimore bamboo banana
  bananas bandit bandung bang bangalore bangbang bangkok bangladesh bank banker banking barbara barbie
  barbiegirl barca barcelona barcelonafc barney baron barry bart bartek bartsimpson baseball basket
  basketball bass bassman bastard batgirl bathroom batman baxter bayern bayernmunchen bayside beach beachbum
  beaches beachgirl beagle bear bearcats bears beata beatles beautiful beauty beaver beavis bebe bebek
  bebita because beckham becky bedroom bee beer beers begin beijing beirut belgique belgium believe believer
  bella bemvindo ben bender benfica bengals benjamin benji benny benvenuto benz berlin bernard besiktas best
  bestever bestfriend bestfriends beta beth better betty beyonce bff bffs bharat bible bieber bienvenido
  bienvenue bigbang bigbird bigboss bigboy bigbrother bigdaddy bigdog bigfoot biggie bigmac bigman bigmoney
  bigpassword bigred bigtime bilbo bill billiards billion billionaire billy billybob bingo bingobingo bird
  birdie birds birmingham birthday biscuit bismillah bison bitch bjorn blabla blablabla black blackangel
  blackbelt blackberry blackbird blackcat blackdragon blackhawk blackhawks blackie blackjack blackknight
  blackman blackmetal blackops blackrose blah blahblah blahblahblah blanc blanco blank blau blaze blazer
  bleach blessed blessing blessings bleu blink blondie bloods blossom blue bluebell blueberry bluebird
  blueblue blueeyes bluemoon blues bluesky blunt blur bmw bnm boat boats bob bobbob bobby bobmarley boca
  bocajuniors bodybuilder boeing bogota bolivia bombay bond bonita bonjour bonnie boobear booboo booger
  boogers boogie book books boom boomboom boomer bootie boots bootsie booty boricua boris borussia bosna
  boss bossman boston bowling boxer boxing boy boyfriend boys boyz brad bradley brandon brandy brasil brave
  braves bravo brazil bread brenda brian brianna bridge bright brisbane britain britney britt brittany
  brittney bro broccoli bronco broncos bronx brooklyn brother brothers brown browneyes brownie browns bruce
  brucelee bruins brussels brutus bryan bryant bryce bubba bubbas bubble bubblegum bubbles buckeye buckeyes
  bucuresti budapest buddha buddies buddy budlight budweiser buenosaires buffalo buffy bug bugs bugsbunny
  buick builder building bulgaria bull bulldog bulldogs bullet bullets bulls bullshit bullshits bumblebee
  bunnies bunny bunnyrabbit burak burger burrito business buster butter butterball buttercup butterflies
  butterfly butterscotch buttface buttons bvcxz cadillac cafe cairo cake cakes caleb california callofduty
  calvin camaro camel camera cameron canada cancer candies candy candygirl candyman cannabis canon canucks
  capetown cappuccino capricorn captain captainamerica captainmorgan car caramel cardinals carino cariño
  carl carla carlos carlsberg carmen carol carolina caroline carolyn carpenter carpet carrot carrots cars
  cartman casablanca cash cashmoney casino casinoroyale casper cassandra cassidy cassie castle cat catherine
  cathy cats catwoman cebu cellphone celtic celtics centos cesar chad chair challenger champ champagne
  champion champions championship chance change changeit changeme changemenow changemeplease changepassword
  changethis charger chargers charity charizard charles charlie charliebrown charlotte chase cheer
  cheerleader cheese cheeseburger cheesecake cheesy chef chelsea chelseafc chennai cherries cherry
  cherryblossom chess chester chevrolet chevy chewbacca chewie chica chicago chicagobulls chicken chickens
  chico chiefs chien chihuahua children chile china chip chipper chiquita chloe choco chocolat chocolate
  chocolates chris chrissy christ christian christina christine christmas christopher chula chulo church
  ciao ciaociao cigarette cinderella cindy cinema cinnamon cisco citroen civic claire clara clarence clark
  claude claudia clave claves clayton cleo cleopatra cleveland client clients cloud clouds cloudstrife coach
  cobra cocacola coco coconut code coder coding cody coffee coke cola coldplay colin college colombia color
  colorado colors colt colts commando company companypassword compute computer computers condor conference
  confidential connecticut connor conor contrasena contrasenia contraseña cookie cookiemonster cookies cool
  coolboy coolcat coolcool coolest coolgirl coolguy coolio coolman coolness cooper cop copenhagen copper
  cops corazon corey corinthians corona corporate corporation corvette cory costarica cougar cougars
  counterstrike couple courage courtney cow cowboy cowboys cowgirl cracker craig crap crazy crazygirl
  crazylove creepy cricket crimson crimsontide crips cristiano cristianoronaldo cristo croatia crystal
  crystals cska cuba cubs cupcake cupcakes curtis customer cute cuteness cutie cutiepie cyber cyberpunk
  cyclops cynthia cyprus cyrus czech dad dadada daddy daddyyankee dady daffyduck daisies daisy daisydog
  daisymae dakota dale dallas damian damien damn damnit dan dana dance dancer dancing dani daniel daniela
  danielle danmark danny daredevil dark darkangel darkknight darklord darkman darkness darkside darkstar
  darling darrell darren darthvader database daughter dave david davide davids davidson dba deadpool dean
  dear dearest deathmetal deathstar debbie debian deborah debug december deepak deepika default
  defaultpassword delhi dell delta demo demodemo demon demons denis denmark dennis denver derek derrick
  desert desktop destiny detroit deutschland dev devel develop developer development devil devils dexter
  dezember dhaka diablo diamond diamonds diana diane dianna diego dienstag digimon digital dilip dima
  dimanche dimitri dinamo dino dinosaur dios dioses diosesamor dirtysouth disco discord discover discovery
  dixie dj djdj dmitry docker doctor doctorwho dodge dodgers dog dogcat dogdog doggie doggy dogs dollar
  dollars dolphin dolphins domingo dominic dominicana dominik dominika dominique don donald donaldduck
  donkey donna donnerstag donnie dontknow donut donuts doom door doors dork dorothy dortmund dos dota double
  doug douglas dove dragon dragonball dragonballz dragonfly dragons dream dreamer dreaming dreams drew
  driver drowssap drpepper drum drummer drums drwho dubai dublin ducati duchess duck duckling ducks ducky
  dude dudeman dudes dudley duke dumbledore durban dustin dvorak dylan eagle eagles earl earth eastcoast
  easter eastside ebay ebony echo ecuador edc edcrfv eddie eddy edgar eduardo education edward edwardcullen
  edwin eeyore egypt eight eileen einszwei ekaterina electric electro electronic elena elephant elessar
  eleven eli elif elijah elizabeth ella ellen elliot elmo elvis elvispresley email emerald emily eminem emma
  emoclew emperor empire employee empty emre energy engineer england english enter enterprise entrance entry
  epsilon eric erica erik erika erin ernesto escuela espana españa esperanza espresso estate estrella
  estrellita estudiante ethan eugene euro europa europe eva evan evanescence evangelion evelyn evening
  everton everyone evgeny evil evildead ewa example excellent exodus explore explorer fabian facebook faith
  faithful falcon falcons fall fallenangel familia famille family familyguy fanta fantastic fantasy farmer
  fatboy fatcat fate father fathers fatih fatima fatman fcbarcelona fcporto fdsa februar february fedora
  felicia felicidad felix fenerbahce fernanda fernando ferrari feyenoord fiat fido fiesta fighter film
  finalfantasy finance findingnemo finland fiona fiorentina fire fireball firebird firefighter firefly
  firefox fireman firestorm firewall first firstpassword firsttime fish fishbone fishes fishing fishy
  fitness five flaca flaco flame flamengo flames flaming flash flashgordon fleur flor florence flores
  florida flower flowerpower flowers fluffy flyers focus football footballs ford fordf150 fordmustang forest
  forever foreverlove forget forgetme forgetmenot forgot forgotpassword forgotten formula fortnite fortune
  fortyniners fotball four fox foxtrot foxy foxylady france francesca francesco francis francisco frank
  frankfurt frankie franklin freak freaks freaky freckles fred freddie freddy frederick free freedom freeman
  freeme freitag fresa freya friday friend friends friendship frisky frodo frog froggy frogs frost frosty
  fruehling fuck fuckoff fuckyou fullmoon fun funky funny funtime fussball futbol futebol futurama fuzzy
  gabby gabriel gabriela gabriella gabrielle gaga galatasaray galaxy game gameboy gameover gamer gamers
  games gaming gamma gandalf ganesh ganesha gangsta gangstar gangster gangsters ganja garage garden gardener
  gareth garfield garlic garrett gary gatito gato gators gaurav gavin gecko geek geeta geheim gemini genesis
  geneva gentleman geoffrey george georgia georgie gerald gerard germany gerrard gfdsa ghana ghetto ghjkl
  ghost ghostrider ghosts giants gilbert gina ginger giovanni giraffe girl girlfriend girlie girlpower girls
  girly github gitlab giuseppe gizmo gladiator glasgow glenn gloria glory gmail goat god godbless goddess
  godfather godisgood godislord godislove godlike gods godzilla goku gold golden goldeneye goldfish goldie
  golf golfball golfer golfing gollum goober good goodboy goodbye goodday goodgirl goodlife goodluck
  goodmorning goodnight goodpassword goodtimes goofball goofy google googles gordita gordito gordo gordon
  gorgeous gorilla grace gracie graham grandma grandpa grape grapes grass gray great greece green greenapple
  greenbay greenday greeneyes greentea greentree greg gregory gremio grey griffin grizzly gruen gryffindor
  grzegorz guadalupe guapa guardian guatemala guest guestguest guests guillaume guinness guitar guitarist
  gumby gummybear gundam gunner guns gunther gurl gustavo guy guys gwen gym gymnast gymnastics hacked hacker
  hackers hacking hackme hades haha hahaha hahahaha hailey haley halleluja hallelujah hallo hallohallo
  halloween halo hamburg hamburger hamster handsome hanna hannah hanoi hans hansolo happiness happy
  happybirthday happyday happydays happyface happylife happynewyear harbor hardware harlem harley
  harleydavidson harmony harold harrison harry harrypotter harvey haslo hassan hawaii hawk hawkeye hawks
  hayley health healthy heart heartbeat heartbreak heartless hearts heat heather heaven heavenly heavymetal
  hector hehe hehehe heineken heinz helen hell hellas hellboy hellfire hello hellohello hellokitty
  hellothere helloworld hellraiser helmut helpdesk helsinki henrik henry herbert herbst hercules hermana
  hermano hermanos hermes hermione hermosa hershey heslo hewlett hey heyhey hgfdsa hi higgins highlife
  highschool highway hinata hiphop hippo history hjkl hobbes hobbit hockey hogwarts hohoho hola holahola
  holiday holidays holland holly hollywood holy holyspirit home homer homersimpson homerun homes
  homesweethome honda hondacivic honduras honey honeybear honeybee honeybunny hongkong hood hoosiers hope
  hopeless horse horses horus hospital hotboy hotdog hotdogs hotgirl hotmail hotrod hotshot hotspot hotstuff
  hottie hotties houdini house household houses houston howard howdy hrvatska huawei hug hugme hugo hugs
  hulk human hund hundred hungary hunter hunters hunting hurricane husband huskers husky hussein hustle
  hustler hyderabad hyundai ian ibrahim ice iceberg icecold icecream icehockey iceland iceman ichigo
  ichliebedich idiot idontknow igor ihateu ihateyou illinois ilovecats ilovechocolate ilovedad ilovedogs
  ilovefootball ilovegod iloveher ilovehim iloveit ilovejesus ilovelife iloveme ilovemom ilovemum ilovemusic
  ilovemycat ilovemydog ilovemyfamily ilovemylife ilovemymom ilovemyself iloveu iloveyou iloveyoubaby
  iloveyouforever iloveyousomuch iloveyouu imagine imissyou impreza imran incorrect india indiana indonesia
  ineedyou initial inspire instagram intel inter intermilan internet inuyasha invalid inverno invierno iop
  iowa ipad iphone ipod iran iraq ireland irene irina iris ironmaiden ironman isaac isabel isabella ishaan
  isis islamabad island islands ismael israel istanbul itachi italia italy ivan ivanov ivy iwantyou izabela
  izmir jack jackdaniel jackdaniels jackie jackjack jackpot jackson jacob jacqueline jada jade jaguar
  jaguars jaimatadi jakarta jake jakub jamaica james jamesbond jamie jane janet janice januar january japan
  jared jasmin jasmine jason javier jay jayden jazz jean jeanette jedi jedimaster jeep jeff jeffrey jelly
  jellybean jellybeans jelszo jen jenkins jennifer jenny jens jeremiah jeremy jeroen jerome jerry jersey
  jerusalem jess jesse jessica jessie jester jesucristo jesuisfou jesus jesus4life jesuschrist jesusfreak
  jesusislord jesuslovesme jesussaves jet jetaime jetli jeudi jewel jill jim jimmy jingles jkl joan joanna
  joanne jocelyn jochen joe joel joey johan johanna johannesburg john johnjohn johnny johnnyboy johnnywalker
  johnsmith johnson jojo jojojo joker joker1joker jon jonas jonasbrothers jonathan jonathon jonny joost
  jordan jorge jose josef joseph josephine josh joshua josue journey joyce juan juancarlos juanito judith
  judo judy juergen jueves juhani jukka juli julia julian juliana julie juliet julio july june jungle juni
  jupiter jurgen justice justin justinbieber juve juventus kacper kaka kamal kamil kangaroo kansas kara
  karachi karan karaoke karate karen karin karina karl karla karma karolina kasia kat katarzyna kate
  katherine kathmandu kathryn kathy katie katya katze kawasaki kayla kaylee kees keith kelly kelsey ken
  kenneth kennwort kenny kentucky kenya kerala kermit kerstin kevin key keyboard keys keyward khalid khan
  kia kids kiev killbill killer killerbee killers killkill kim kimberly king kingdom kingkong kings kiran
  kiss kisses kissme kissmyass kitchen kitkat kitten kittens kitty kittycat kittys kiwi klaus knicks knight
  knights knowledge koala kobe kobebryant kocham kochamcie kochanie kodiak koeln kolkata korea korn krakow
  krishna kristen kristin kristina krzysztof ksenia kubernetes kumar kungfu kurt kurtcobain kuwait kyle
  kylie kyoto labrador ladies lady ladybug ladygaga lagos lahore lake lakers lakshmi lalala lalalala lamb
  lambda lamborghini lance laptop larry lars lasagna lassie lasvegas latina latino latte laura lauren
  lavender lavida lavidaloca lawrence lawyer lazio leaf league leagueoflegends leah lebanon lebron
  lebronjames ledzeppelin lee leeds leedsunited lefty legolas lemon lemonade lenovo leo leon leonard
  leonardo leonidas leopard leslie letmein letmeinn letmeinnow letmeinplease letter letters levi lewis liam
  libertad liberty libra library liebe light lightning lights lightsaber lilies lily lime lincoln linda
  lindsay lindsey linkedin linkinpark linus linux lion lionelmessi lioness lionking lions lisa lisboa lisbon
  little littlebear littlebit littlegirl littleman littleone liverpool liverpoolfc liz lizard lizzie lizzy
  lkj lkjhgf lkjhgfdsa lmao loca local localhost lock locked loco locos log logan login loginlogin
  loginpassword logon loki lokomotiv lol lola lolipop lollipop lollol lololol london lonewolf longhorns lord
  lordoftherings lords lori losangeles losenord loser louis louise louisiana love lovebird lovebug loved
  lovelife lovelove lovely loveme lover loverboy lovergirl lovers lovers4ever loves loveu loveyou loveyouu
  loving lozinka lucas lucia lucifer lucky luckyboy luckycharm luckydog luckyme luckyone luckystar lucy
  ludmila luffy luigi luis lukasz luke lukeskywalker lulu luna lundi lunes luxembourg lydia lynn lyon
  maarten macbook maciek macintosh mackenzie mackie maddie maddison madison madonna madrid maerz mafia
  magazine magda magdalena maggie magic magical magician magneto magnus mahesh mahmoud mai mail mailmail
  maine makayla maksim malaysia malgorzata mama mamama mamapapa mami mamita mamma man manager manchester
  manchestercity manchesterunited mancity mandy manfred manga mango mangos manhattan manila manish manoj
  manunited manutd manzana mapleleafs maradona marc marcel marcelo march marcia marcin marco marcos marcus
  mardi marek margaret maria mariah mariana marie mariela marilyn marina marine marines mario mariposa
  marisol marissa mariusz mark market marketing marko markus marlboro marley maroc mars marseille marshall
  marshmallow martes martha martin martina martini marvin mary maryjane mason master masterkey mastermind
  masters mateo mateusz math mathew maths matrix mats matt matthew matthias matti maurice mauricio maverick
  max maxim maxime maximus maxine maxmax maxwell may maya maybe maytheforce maytheforcebewithyou mazda
  meandyou medical medicine meeting megadeth megan meghan mehmet melanie melbourne melissa melody melon
  melvin memphis men mercedes mercedesbenz mercredi mercury mercy merlin merrychristmas message messi metal
  metallica mets meuamor mexicana mexicano mexico mia miami miamor michael michaeljackson michaeljordan
  michaels michal michelle michigan mickey mickeymouse microsoft midnight miercoles miguel miguelangel
  mikael mike mikemike mikey mikhail mikko milan military milk milkshake million millionaire milujite
  minecraft minnesota minnie miracle miranda miriam mirror misfit misha missile mississippi missouri misty
  mitch mitchell mitsubishi mittens mittwoch mivida mnb mnbvcx mnbvcxz mobile modem mohamed mohammad
  mohammed mojo mojojojo molly mom momdad mommy momo monaco monamour monday money moneymaker moneyman
  moneymoney mongo mongodb monica monika monitor monkey monkeyboy monkeybutt monkeyman monkeys monster
  monsters montag montana montreal mookie moon moonbeam moonlight moonshine moose mopar mordor morena moreno
  morgan morning morocco moron morpheus moscow moses moskva mostafa motdepasse mother mothers moto motocross
  motorbike motorcycle motorola mountain mountaindew mountains mouse mousey movie movies mssql muenchen
  mufasa muffin muffins muffy muhammad mule mum mumbai mummy muneca munich murat murphy muscle music musica
  musiclover musicman musik mustafa mustang mustangs myangel mybaby mychemicalromance mydarling mydear
  myheart mykey mylife mylove mylover mypass mypasswd mypassword mysecret myself myspace mysql mysunshine
  nachos nadia nairobi nala namaste nanana nancy naomi napoli naranja narnia naruto narutouzumaki nascar
  nashville nat natalia natalie natalka natasha nathan nathaniel natural nature navidad navy nbvcxz nebraska
  nederland neha neil nelson nemo nena nene neo nepal neptune nerd nerdy netflix netherlands network
  networking nevada newaccount newcastle newdelhi newjersey neworleans newpass newpassword newport newuser
  newyear newyork newyorkcity newzealand neymar nicaragua nicholas nick nicky nico nicolas nicole nigel
  nigeria niggas night nights nighttime nikhil nikita nikki nikolai nikolas nikolay nikon nimda nina nine
  ninja ninjas nintendo nippon nirvana nisha nissan no noah nobody noidea noir nokia none noodle noodles
  nopass nopassword nope norge norma norman northside norway nothing november nuclear nugget null number
  numberone numbers numerouno nurse nutella nutmeg nvidia nyc oakland oakley oasis obiwan ocean oceans
  october odie odin office offline ohio oilers oklahoma oksana oktober oldpassword oleg olga oliver olivia
  olleh olympiakos omar omega omfg omg omsairam one onedirection onelove onepiece onetwo onetwothree onion
  online onyx opel open opensesame openup operator oracle orange oranges orca orchid oregon oreo oreos
  orlando osaka oscar osiris oslo otaku otono otter outlook overwatch owen owl owner ozgur pablo packers
  pacman pakistan palace palestine palmeiras pam pamela panama pancake pancakes panda pandabear pandas
  pankaj pantera panther panthers papa papapa papasito papaya paper papi papito paraguay paris parol parola
  parole parool parrot pass passcode passe passion passkey passme passord passowrd passpass passphrase
  passport passthis passw passward passwd password passwordd passwordpassword passwords passwort passwrd
  passwrod pasta pastor pasword patel patricia patrick patrickstar patrik patriots patrycja patty paul paula
  paulina pauline paulo pavel pawel paypal paz peace peaceandlove peaceful peach peaches peanut peanutbutter
  peanuts pear pearl pebbles pedro peewee pegasus pele pencil penelope penguin penguins pennsylvania penny
  people pepper peppers pepsi pepsicola perfect perfecto perrito perro person personal perth peru pete peter
  peterpan petey petra peugeot pharmacy phil philadelphia philip philipp philippines phillies phillip philly
  phoenix phone photo photography photos piano picard pickle pickles picture pierre pieter pig pigeon piggy
  piglet pikachu pilipinas pilot pimp pimpdaddy pimpin pimping pineapple pink pinkfloyd pinkgirl pinkie
  pinklady pinkpanther pinkpink pinkrose pinky pinoy piotr pirate pirates pisces pistol pitbull pittsburgh
  pizza pizzahut pizzas planet platinum playa playball playboy player players playstation please
  pleasechange pleasechangeme plum pluto poi poiu poiuyt poiuytrewq pokemon poker pokerface poland police
  policeman polska poncho pontiac pony poochie poodle pooh poohbear pooja pookie popcorn popeye poppy porky
  porsche portland porto portugal poseidon postgres postgresql potato potatoes potter power powerful powers
  prague praha praise praisegod prakash pramod prasad pratik praveen preciosa precious predator preston
  pretty prettygirl prima primavera primo prince princesa princess princesse principe printemps prinzessin
  priscilla privacy private privet priya priyanka prod product production program programmer programming
  project projects protect protected przemek psalm psalms psswrd psv puertorico puma pumpkin punisher punjab
  punk punkin punkrock puppies puppy puppylove purple purplehaze purplerain pussycat pw pwd pword python
  q1w2e3 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qatar qaz qazqaz qazwsx qazwsxedc qazwsxedcrfv qazxsw qazxswedc qq
  qqq qqqq qqqqqq quake quebec queen queenie queens quentin qwas qwaszx qwaz qwe qwe123qwe qweasd qweasdzxc
  qweqwe qweqweqwe qwer qwerasdf qwerasdfzxcv qwerqwer qwert qwerty qwertyasdf qwertyasdfgh qwertyqwerty
  qwertyu qwertyui qwertyuio qwertyuiop qwertyzxcvbn qwertz qwertzu qwertzuiop qwezxc qwsx rabbit racecar
  racer rachel racing radio radiohead rafael ragnarok rahul raiders railroad rain rainbow rainbowdash
  rainbows raindrop rainy raj raja rajesh raju rakesh ralph rambo ramesh rammstein ramon ramrod rams
  ramsrams randall randy ranger rangers rap rapper rascal raspberry rat ratdog raul raven ravens ravi ray
  raymond reader reading realmadrid rebeca rebecca rebel rebels red redbull reddit reddragon redhat redhead
  redis redneck redred redrose redrum redsox redwine redwings redwood reggae reggaeton reggie regina
  remember rememberme renault renee reptile reset resetpassword resu rewq rex rfv rfvtgb rhino ricardo rice
  richard richie rick ricky rifle rihanna riley riodejaneiro rita river riverplate rivers road rob robbie
  robert roberta roberto robin roblox rocco rock rocker rockers rocket rocketman rockie rocknroll rockon
  rocks rockstar rockstars rocky rockyou rodney rodrigo rofl roger rohan rohit rojo roland rollingstones
  rolltide roma roman romania rome romeo romeoandjuliet ron ronald ronaldinho ronaldo ronnie room rooney
  rooster root rootpassword rootroot rosa rosado roscoe rose rosebud rosemary roses ross rossiya rot
  rotterdam rottweiler rouge router rover roxanne roxy roy ruben rubia ruby rufus rugby rum runescape runner
  running ruslan russell russia rusty ruth ryan sa saab sabado sabine sabre sabrina sachin sadie safe
  safepassword safety sagittarius saibaba saigon sail sailing sailor sailormoon saint saints sairam sakura
  salad salam salasana sales salesman salmon salsa salut salvador sam samantha samedi sammy sample sampson
  samson samstag samsung samuel samurai sanantonio sandeep sandiego sandra sandwich sandy sanfrancisco
  sanjay sanjose sanne santa santaclaus santamaria santiago santos santosh saopaulo sapphire sara sarah
  saranghae sasha sassy sasuke satan satanic saturday saturn saurabh sauron sausage savannah saxophone
  scarface scary schalke schatz school schoolgirl schools schwarz science scooby scoobydoo scorpio scorpion
  scotland scott scotty scout scrappy scruffy sea seahawks seal sean seaside season seasons seattle
  sebastian secret secretpassword secrets secretsecret secure secured securepassword security sega selena
  semperfi senators senha senhas seniseviyorum seoul sephiroth september serbia serega serena sergei sergey
  sergio server service services sesame seth seven sevilla seviyorum sex sexsex sexy sexyboy sexygirl sexyme
  shadow shadowman shadows shakira shane shanghai shannon shaq shark sharks sharky sharon shasta shawn sheep
  sheila shelby shelly sherlock sherlockholmes sheryl ship shit shitface shithappens shiva shootingstar
  shortie shorty shotgun shrek shyam sicilia sidney sierra sifre sigma signin signup silke silly silver
  silverado silverfox silvia simba simon simpsons singapore singh single sista sister sisters six skate
  skateboard skater skating skeeter ski skiing skinny skipper skippy skittles sky skyblue skyline skype
  skywalker slaptazodis slayer slick slim slimshady slipknot slovakia slovenia slytherin smallville smile
  smiles smiley smileyface smirnoff smoke smoker smokeweed smokey smokie smoking smooth snake snakes
  snapchat snickers sniper snoopy snow snowball snowboard snowboarding snowflake snowman snowwhite snuffy
  snuggles soccer soccerball soccerboy soccergirl socks sofia softball software soldier somebody someone
  sommer son songoku sonia sonic sonntag sonu sony sonya sooners sophia sophie soprano sorry soul soup
  southafrica southern southpark southside space spaghetti spain sparkle sparkles sparky spartacus spartak
  spartan spartans speedy spencer spider spiderman spiders spike spiky spirit spock spongebob spooky sport
  sporting sports spotify spring springs springtime sprite spunky spurs sqlserver squarepants squirrel
  srbija srilanka stacey stacy staff staging stallion stanley star starbucks starcraft stardust starfire
  starfish stargate starlight stars starship start startrek startup starwars stas station steelers stefan
  stefanie stefano stella steph stephan stephanie stephen steve steven stevie stewart stewie stimpy stinky
  stitch stockholm stoner storm stormtrooper stormy strawberries strawberry street strength strong
  strongpassword stuart student students stupid stuttgart subaru success successful sue sugar sugarplum
  summer summerfun summers summertime sun sunday sunflower sunflowers sunil sunlight sunny sunnyday
  sunnydays sunrise sunset sunshine sunshines suomi super superadmin superboy supergirl superhero superior
  superman supermario supernatural supernova superpassword supersecret superstar superuser supervisor
  superwoman support surabaya suresh surf surfer surfing susan susanne sushi suzanne suzuki sven sverige
  svetlana swan swati sweden sweet sweetdreams sweetgirl sweetheart sweetie sweetness sweetpea sweets
  sweettooth sweety swimmer swimming switzerland sydney sylvester sylvia sylwia syria sys sysadmin sysop
  system tabitha table taco tacos taekwondo taiwan tamara tammy tampa tango tank tanker tanya tara tardis
  tarheel tarheels tarun tatata tatiana tatyana taurus taylor taz tazmania tea teacher teachers team teamo
  teamomucho techno ted teddy teddybear tehran tekieromucho telephone television temp temporary temppass
  temppassword temppw temppwd ten tennessee tennis tequiero tequila terces teresa terminator terry test
  tester testing testit testme testpass testpassword tests testtest testuser texans texas tgb thailand
  thanks thanksgiving thankyou thebeatles thebest theodore thepassword theresa thesimpsons thisisapassword
  thisismypassword thisispassword thomas thor thorsten thousand three thug thuglife thugs thumper thunder
  thunderbird thunderbolt thursday tiamo tiffany tiger tigers tigger tiggers tiktok tim timmy timothy tina
  tinker tinkerbell tinkerbelle tiny titan titanic titans tmp tmppass toby today todd together toilet tokyo
  tolkien tom tomandjerry tomasz tomato tomcat tomek tommy tomorrow tonight tony tonymontana tool toor
  topsecret tori tornado toronto torres torsten tortoise toshiba toto tottenham tower toyota trabzonspor
  tracey tractor tracy train trainer training trains trance transam travel traveler travis treasure tree
  treehouse trees tres trevor trewq trex trial tricia trigger trinity triple trisha tristan trojans trooper
  trouble troy truck trucker trucks truelove trumpet trust trustme trustno trustnoone truth tset tsunami
  tucker tuesday tulip tuna tunisia tunisie tupac tupacshakur turbo turbos turkey turkiye turtle turtles
  tweety tweetybird twilight twinkle twins twister twitch twitter twix two tyler tyrone tyson ubuntu uday
  uiop ukraine ulrike undefined unicorn unicorns unitedkingdom unitedstates universe universidad university
  unix unknown unlock unlocked uno unodostres uranus ursula uruguay usa usarmy user username userpass
  userpassword users useruser usmc utah uwe vacation vacations vader vadim vagrant valencia valentina
  valentine valentines valerie valhalla vampire vampires vancouver vanessa vanilla vasco vcxz vegas vegeta
  vendredi venezuela venice venom venus vera verano verde vermont veronica vert vicki vicky victor victoria
  victory vida vidaloca video videos vienna viernes vietnam vijay vikas viking vikings vikram viktor
  viktoria vince vincent vinod violet violin viper vipers virgen virginia virgo vishal visitor vivek vivian
  vlad vladimir vladislav vodka void volcano voldemort volkswagen volleyball volvo vw wachtwoord wade waffle
  waffles wales walter warcraft warren warrior warriors warsaw warszawa wasd wasdqe wasdwasd washington
  water waterfall watermelon waterpolo wayne weather web webadmin webmaster website wednesday weed weedman
  weekend weiss welcome welcomeback welcomehome welcometo wendy werewolf weronika wesley westcoast westham
  westside whale whatever whatsapp whatsup whiskers whiskey whisky white whiteangel whiteboy whitetiger
  whitney why whynot wien wife wifi wifipassword wikipedia wildcat wildcats wildman will willem william
  williams willie willkommen willy wilson window windows windowsxp wine winner winners winnie winniethepooh
  winning winston winter winters wintertime wisconsin wisdom witch witches wizard wizards wlan wojtek wolf
  wolfgang wolfman wolfpack wolverine wolverines wolves woman wombat women wonderful wonderwoman woodstock
  woody woohoo word words workout workpassword world worldcup worldofwarcraft wrangler wrestler wrestling
  writer writing wrong wsx wsxedc wtf ww www wwww xanadu xavier xbox xiaomi xmas xmen xx xxx xxxx xxxxxx
  xxxxxxxx xyz xyzxyz yahoo yamaha yankee yankees yasmin yeah yeahbaby yellow yes yesterday yippee yoda yoga
  yolanda yomama youandme yourmama yourmom yourmother yourpassword youtube yoyo yoyoma yoyoyo ytrewq
  ytrewqwert yugioh yuiop yulia yura yusuf yvonne z1x2c3 z1x2c3v4 zach zachary zack zainab zaq1 zaq12wsx
  zaq1qaz zaq1xsw2 zaq1zaq1 zaqwsx zaqxsw zebra zelda zen zenit zeppelin zero zerocool zeroone zeus zeynep
  zhenya zidane ziggy zippy zoe zoey zombie zombies zoom zorro zulu zurich zuzanna zxc zxcasd zxcasdqwe zxcv
  zxcvb zxcvbn zxcvbnm zxcvzxcv zxczxc zz zzz zzzz zzzzzz
  `
    .trim()
    .split(/\s+/),
);

const LONGEST = Math.max(...[...COMMON_WORDS].map((word) => word.length));
