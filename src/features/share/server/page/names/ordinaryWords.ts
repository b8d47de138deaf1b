import { wordSet } from './words.ts'

/** Forms of address, which stand next to names. */
export const TITLES = wordSet(`
  dr prof professor professorin mr mrs ms miss mx sir madam maam lord lady dame rev father sister brother capt captain sgt lt col
  hon judge senator president herr frau hr fr dipl mag med mme mlle monsieur madame mademoiselle maître me sr sra srta señor señora
  señorita doña dona dra dott dottor dottore dottoressa sig signor signore signora ing arch avv geom rag senhor senhora prof.ssa
  pan pani pane paní bay hanım bey jr jnr snr phd md msc bsc mba esq ii iii iv
  г-н г-жа господин госпожа др проф товарищ пан пані
  السيد السيدة الأستاذ الأستاذة الدكتور الدكتورة دكتور دكتورة الشيخ الحاج د أ م آقای خانم دکتر
  מר גב גברת ד"ר דר פרופ פרופסור הרב אדון
  श्री श्रीमती सुश्री डॉ कुमारी जी साहब সাহেব জনাব श्रीमान কুমারী
  씨 님 군 양 선생 선생님 교수 교수님 박사 박사님 사장 부장 과장 차장 대리 팀장 이사 회장 대표 원장 의원 변호사 기자 감독 작가`)

/** Labels that programs and people use for speakers without a name. */
export const ROLES = wordSet(`
  speaker spk speakers unknown unidentified participant attendee guest host cohost moderator interviewer interviewee narrator caller
  operator agent customer client user voice person man woman male female audience panelist presenter chair chairman chairwoman chairperson
  me you both all everyone other others channel track mic microphone room phone iphone ipad macbook android galaxy pixel laptop desktop
  sprecher sprecherin teilnehmer teilnehmerin gast moderatorin interviewerin unbekannt person locuteur locutrice intervenant intervenante
  invité animateur animatrice inconnu hablante orador oradora interlocutor participante invitado entrevistador entrevistadora desconocido
  relatore relatrice parlante interlocutore partecipante ospite moderatore intervistatore sconosciuto falante locutor convidado
  moderador desconhecido mówca rozmówca gość mluvčí host konuşmacı puhuja beszélő talare taler høyttaler spreker
  спикер говорящий участник ведущий гость докладчик диктор неизвестный
  متحدث المتحدث مشارك דובר משתתף वक्ता 화자 발언자 참석자 참가자 진행자 연사`)

/** Particles that belong to a name only next to another part: van Gogh, de la Cruz. */
export const PARTICLES = wordSet(`
  von van vom zu zum zur der den dem ter ten te de del della delle degli dei da das do dos di du des d la le las los les y e i und and
  bin ibn bint ben bar abu abou umm al el ul ud as ash an ad at af av san santa st saint ste mac mc fitz o 's
  عبد ابو أبو ابن بن بنت ام أم آل ذو בן בת בר אבו`)

/**
 * Function words, in the languages of the product and related ones, that are also names. Alone, they count as names only in the
 * position of a name.
 */
export const FUNCTION_WORDS = wordSet(`
  a an the this that these those my your his her our their its no not any some all each every one two ten nine i you he she it we they me
  him us them who what when where why how which am is are was were be been being do does did done have has had having will would shall should
  can could may might must ought let lets if or and but so as at by for from in into of off on onto out over to up with without about after
  before because then than there here now very too also just only more most much many such same own other both few yes ok okay well oh hi
  hello hey thanks please sure right go come see say get got make take give keep need want like know think look
  der die das den dem des ein eine einen einem einer eines kein keine mein dein sein ihr unser euer ich du er sie es wir man wer was wann wo
  wie warum ist sind war waren bin bist hat habe hatte wird will kann muss soll darf mag und oder aber denn wenn weil dass als ob so zu zum
  zur im in am an auf aus bei mit nach von vor bis um nicht auch nur noch schon sehr ja nein doch mal da dann hier jetzt alle alles
  le la les un une des du de ce cet cette ces mon ma mes ton ta tes son sa ses notre votre leur je tu il elle on nous vous ils elles qui que
  quoi quand où est sont était ai as a ont fait et ou mais si pour par sur sous dans en avec sans ne pas plus très oui non tout tous
  el los las una uno unos unas este esta ese esa eso mi tu su nuestro yo ella ellos usted quien cuando donde como es son era fue ser hay ha han
  y o pero si no por para con sin sobre de del al se me te le lo nos muy más ya ahora aquí todo todos
  il lo gli uno mio tuo suo nostro io lui lei noi voi loro che chi cosa dove quando è sono era ho hai ha e o ma se per con su da di del della
  nel al non più molto sì qui ora tutto tutti
  os um uma meu seu nosso eu ele ela nós eles elas quem onde foi ser tem há ou mas por para com sem em no na nos nas do da dos das ao não sim
  mais muito já agora aqui
  de het een ik jij hij zij wij en of maar niet met van voor op te is zijn was heb heeft naar ook
  det den en et jag han hon vi de och men är var har inte på av till som
  i w z na do od po za się nie tak to ten ta co jak jest są był ale lub v s k o ve bir bu şu o da de ne mi için çok var yok ja on ei se että mutta
  az egy és hogy nem is van itt ott
  и а но да не на в с к у о из за от по до я ты он она мы вы они это тот так как что кто где был есть все`)

/** Months and seasons that are also names. With a number, or after "in", they are a time. */
export const MONTHS =
  wordSet(`april may june july august january avril mai juin août abril mayo junio julio agosto aprile maggio giugno luglio agosto
  summer autumn winter spring sommer verano primavera estate май август апрель июль июнь`)

/** Common verbs, adjectives and nouns that are also names. In lower case, and before a pronoun or an article, they are words. */
export const ORDINARY_WORDS = wordSet(`
  mark rose bill grant frank art rich sue pat jack rob bob nick will may guy drew chase hunter pierce lance wade ward dean earl duke baron
  king prince queen knight bishop pope abbott judge page chance price cash penny sterling miles max major miller potter mason turner walker
  parker porter carter cooper baker butcher cook smith taylor fisher shepherd singer tanner tyler weaver butler clark marshall gardener glover
  archer carpenter driver rider mayor joy hope faith grace charity mercy patience prudence constance verity felicity love dawn eve ivy lily daisy
  iris violet heather hazel holly olive rosemary poppy ginger pepper basil ruby pearl jade amber crystal coral gem opal diamond gold silver
  stone wood woods forest field fields hill hills mountain river rivers brook brooks lake banks bank beach marsh meadow moor heath glen cliff
  dale ford bridge street lane gates gate church hall house houses home castle tower temple bell ball bush rice bean berry plum peach apple
  cherry lemon fox wolf bear lion lamb bull hawk finch crane drake swan robin jay raven dove martin bird fish crow buck brown white black
  green grey gray blue red reed rusty sandy sunny stormy rainy sky star moon sun day night noon weeks week spring summer winter autumn april
  june august january north south east west young old long short strong wise sharp bright swift small little big large best good better
  goodman new newman free freeman early late poor noble gentle savage wild moody hardy hasty blunt true just christian angel victor pascal
  major junior senior chip skip trip tripp rod ray bud buddy herb gene              
  candy honey sugar cookie brandy sherry margarita tiffany mercedes paris london jordan israel chad georgia florence virginia
  carolina dakota austin dallas phoenix madison lincoln washington chelsea brooklyn sydney india asia america holland france england english
  french german irish scott welsh roman norman grant bond cross park parks pitt pond pool port post power powers pride proper quick rain ramp
  rush sale sales sample sands scales sears seal self sell shade shaw shepard shields ship shore short sides sink skinner slaughter sleep slow
  snow sole spear speed spears steel stern still stout street summers sweet table tank tate tell tide till tillman toll towns trump twist
  vance vale vine wall walls war ware waters watts way weed wells wheat wheeler whip willing wills winds wing winner wins work worth wright yard
  case mills bass dean bell bay blank bloom board bolt bone book booth born bowl bowman bowls boy brand branch bread brew brick bride broom bucket
  burns burn bury call camp card care carry chambers child childs clay close cloud coach coffee cole combs cotton counts craft crew crook crow cutter
  dash dear dell dent dial dice dove dollar doll drum dust dye eagle easter even ever fair falls farmer fast fear fell fine first flint flood flower
  folks foot force foreman fountain frame freight friend frost fry fuller gamble game garden garland gay gift golden gore grave graves
  grove guest guy hair hammer hand hands harm harper harvest hat hay hays head heard heart held hicks high hogg hood hook hooker horn
  hull hunt ice idea jewel jewell jolly key keys kind kitchen lacy land landing large law laws lay leaf leather light lights list
  lock locke lord lot lots loud low luck lucky maid mann many marks mast match mean means mercer merry mint money monk monday month moss mull
  nail nap neat nut oak oaks oil overall owl pack paine pain paper parish past peace peak penn pike pilot pin pine place plank
  plant plate pointer pound preacher press priest prime prior proud purse quill race rain rake ray read reader rector rest ridge
  ring rock rocks rogue roll rook roof root roots rope royal runner rust sack sacks sadler sage sail salt sand saint saw sawyer school sealy seat
  sellers serene serenity session sessions sharpe shell sherman shine shock shook shot sight sims skill slack slate smart smiles sonny soul
  spark sparks spice spider spring square stack staff stage stamp standard starling start stead steady steele step stock stocks storm story strange stream
  strings strode stump summer supper sutter swallow swim sword talent tally tan tart tea tempest tender thorn thunder tide tiger tinker trainer travel
  treasure tree trent tribute trinity troy trusty tucker tune unity usher vogue wagner wake waller want warden warm warner wash watch water wax weather
  weir welcome west while whisper wick wilde windows windsor wink wire wish wonder word words wren
  weiß weiss schwarz braun rot roth blau grün lang kurz groß gross klein alt jung neu stark wild ernst frei frey fromm gut reich recht licht lieb
  schön still stolz kühn kalt warm hart zart bunt fink koch kocher bauer müller schmidt schneider fischer weber jäger richter könig kaiser graf
  herzog ritter pfarrer bischof sommer winter herbst frühling morgen abend montag freitag sonntag berg bergen stein baum busch wald feld bach see
  sand wolf fuchs hase hirsch bär vogel adler falke hahn engel kind mann frau sohn vater bruder freund haus hof stadt land kraft glück friede frieden
  heil sieg treu rosa lila violetta viola linde eva suche sucht lacht lebt bleibt hört kuhn beck brand burg dorn ehre hand herz horn hut kern klar knecht
  kohl korn kreis kreuz krug lamm laub leicht mai moos mut mohr moor nacht nagel not ofen ost pfeil pilz quelle rabe rad rand rat rausch rind ring
  schach schatz schein schild schlag schnell schuster schwan schwer seemann silber spatz speer sperling spiel sporn stahl stern stock storch
  strauß strauch streit strom sturm tag tal tanne tau teufel thema topf traub traum trost unger veit wagen wagner wahl wander wasser weg wein weiler
  wende wert west wiese wind winkler wirt wolke wunder wunsch wurm zahn zander zeit ziegler zimmer zimmermann zorn zucker
  blanche blanc noir brun roux rouge vert petit grand gros gras leblanc beau bon long roi reine comte duc marin martin olive pierre roche rose
  marguerite violette jasmin aurore lune mer claire clair clémence constance désirée aimé aimée parfait juste prudent mai avril boucher boulanger
  fournier meunier charpentier marchand berger chevalier lefebvre fleur forêt bois dubois dupont pont fontaine rivière montagne moulin noël pascal
  pascale toussaint dimanche colombe perle royal sage vidal
  blanca blanco rubio moreno rojo verde bravo bello bueno franco leal luz paz sol mar cielo estrella luna alba esperanza caridad consuelo
  dolores milagros pilar remedios soledad socorro victoria gloria gracia ángel santo santa rey reina delgado calvo cortés guerra guerrero
  herrero iglesia iglesias mesa mora nieve nieves paloma pino prado ramos río ríos rosa rosas sierra torre torres valle vela viva campo campos casa casas
  castillo costa cruz cuevas flor flores fuente león lobo luna
  bianca bianco bianchi nera nero neri rosso rossi russo verdi bruno biondi grassi grasso basso longo lungo magro piccolo grande riccio
  ricco bella bello bruna chiara chiaro serena sereno vera vero gioia perla fiore fiori stella sole luce alba aurora libero massimo minimo primo
  secondo terzo settimo felice fortunato fortuna costante clemente beato santo santi pace leone lupo gatti gallo galli monte monti costa costi conti
  conte conta marino marina greco romano romani palma pellegrino prete re serra sala villa vita viola sarto amore amato amata grazia grazie mente
  branca branco preto pinto cruz dias paz céu estrela lua feliz belo santos santa castro costa neves pinheiro reis ribeiro rocha vale conceição
  graça vitória
  wróbel kot król zając dąb lis sowa słoń mróz wiosna biały czarny mały duży stary nowy młody wesoły černý bílý malý veselý novotný starý mladý
  fehér fekete kis nagy szabó kovács varga vörös barna farkas király joki mäki niemi nieminen virta lahti halla kuu meri ilma onni rauha toivo usko
  armas lumi talvi kesä satu ilo demir yıldız yılmaz kaya çelik deniz güneş ay yağmur umut barış savaş özgür sevgi can toprak bulut bahar gül nur aslan
  вера надежда любовь роман лев роза слава лилия майя мир света мила марк лука воля рада мороз волк заяц белый черный красный
  שלי לי אני 우리 이상 하나 이제 다운`)

/** Words of scripts without spaces that are also names. They count as names next to the other name or a form of address. */
export const UNSPACED_ORDINARY = wordSet(`
  和平 文明 建国 国庆 胜利 光明 希望 阳光 海洋 春天 思想 学文 建设 建军 解放 卫国 国强 明天 明月 平安 安全 安静 健康 幸福 快乐 欢乐 美丽 天天 天明 大海 江山
  长江 黄河 高山 大山 东方 红星 红军 永远 永久 自强 自立 新民 人民 世界 中国 国家 国民 华夏 元旦 秋天 夏天 冬天 白云 彩云 晨光 朝阳 太阳 月亮 星星 和谐 诚信
  國慶 勝利 陽光 學文 建國 衛國 健康 歡樂 美麗 長江 黃河 東方 自強 和諧 誠信 國家 國民 太陽 高中 高校 中山 大学 大學
  愛 希望 光 海 空 花 桜 春 夏 秋 冬 雪 星 月 森 林 原 東 西 南 北 山 川 石 水 金 王 李 心 大和 誠 勇 健 学 薫 望 緑 純 忍 望 未来 自然 大地 平和
  さくら はな ゆき あい まい ひかり のぞみ ひなた あおい みどり かおる まこと つばさ いずみ
  マーク ビル ローズ ジャック ホープ グレース ジョイ ロック ベル ベスト ケース メイ デイ マックス リッチ アート ペン キー リン
  ใจดี น้ำ ฝน ฟ้า ดาว เดือน เมฆ ทราย นก ปลา กุ้ง หมู ไก่ แดง ดำ ขาว เล็ก ใหญ่ หนึ่ง สอง ใหม่ ดี แก้ว ทอง เงิน มานะ สมใจ สุขใจ`)
