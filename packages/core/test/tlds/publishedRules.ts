/**
 * Rules that registries and registrars publish, one line per TLD, written independently of the catalogue. Columns:
 * name; generic or country code; terms in years; deletion immediate or at expiry; automatic renewal by the registry,
 * and days before expiry at which the platform renews; days of add, renew and redemption grace, of pending restore and
 * pending delete; roles, required ones in upper case; thick registry; length of auth codes; number of nameservers; host
 * objects, and nameserver check by the registry; DNSSEC data; days of lock after registration and transfer; days and
 * added years of a transfer, and the confirming party; premium names; registry lock; international names; length of the
 * label; privacy service.
 */
export const publishedRules = `
ag c 1-10 IE y/7 5/45/30/5/5 RATb y 8-32 0-13 y/n DS 60/60 5 1 both n y n 1-63 y
agency g 1-10 IE y/7 5/45/30/5/5 RAT n 8-32 0-13 y/n DS 60/60 5 1 both y y y 1-63 y
ai c 2-10 IE y/7 5/45/30/5/15 RATb y 8-32 0-13 y/n DS 60/60 5 2 both y y n 1-63 y
app g 1-10 IE y/7 5/45/30/0/5 RAT n 12-63 0-13 y/n DS 0/0 5 1 both y y y 1-63 n
art g 1-10 IE y/7 5/5/30/7/0 RaTb y 8-32 0-13 y/n DS 60/60 5 1 both y n y 1-63 y
at c 1-1 IE y/7 0/0/60/7/59 RT y 6-16 2-8 n/n DS - 0 0 both n y y 1-63 y
be c 1-1 I y/0 0/0/40/0/0 RT y 8-32 0-9 n/n DNSKEY 0/0 0 0 none n y y 2-63 n
biz g 1-10 IE y/7 5/45/30/7/5 Ratb y 8-32 0-13 y/n DS 60/60 5 1 both y y y 1-63 n
blog g 1-10 IE y/0 5/45/30/0/5 Ratb n 6-16 0-13 y/n DS 60/60 5 1 both y n y 3-63 y
brussels g 1-10 IE y/7 5/45/30/7/5 Rat y 12-63 0-13 n/n DS 60/60 5 1 registrar n n y 2-63 n
bz c 1-10 IE y/7 5/45/30/5/5 RATb n 8-32 0-13 y/n DS 60/60 5 1 both n y n 1-63 y
ca c 1-10 IE y/0 5/45/30/0/5 RAtb y 6-16 0-13 y/n DS 60/60 0 1 none n n y 2-63 y
cc c 1-10 IE y/7 5/45/30/7/5 RAT n 8-32 0-13 y/n DS 60/60 5 1 both n y y 1-63 y
ch c 1-1 IE y/7 0/0/40/7/0 Rt y 6-60 0-13 y/n DS - 0 0 none n y y 3-63 n
cloud g 1-10 IE y/1 5/45/30/7/5 Ratb n 8-32 0-13 y/n DS 0/0 5 1 both y n y 1-63 y
club g 1-10 IE y/7 5/45/30/7/5 Ratb y 8-32 0-13 y/n DS 60/60 5 1 both y y y 1-63 n
co c 1-5 IE y/7 5/45/30/7/5 RATb y 8-32 0-13 y/n DS 60/60 5 1 both y n y 1-63 y
co.nl c 1-10 IE y/7 5/5/30/7/0 RaTb y 8-32 0-13 y/n DS 60/60 5 1 both y n y 1-63 y
co.uk c 1-10 IE n/0 5/30/60/0/5 Ratb y - 0-10 y/n DS 0/0 - 0 registrar n y n 1-63 n
com g 1-10 IE y/7 5/45/30/7/5 RAT n 8-32 0-13 y/n DS 60/60 5 1 both n y y 1-63 y
com.de c 1-10 IE y/7 5/5/30/7/0 RaTb n 8-32 0-13 y/n DS 60/60 5 1 both y n y 1-63 y
com.se c 1-10 IE y/7 5/5/30/7/0 RaTb y 8-32 0-13 y/n DS 60/60 5 1 both y n y 1-63 y
cymru g 1-10 IE y/7 5/45/30/7/5 Ratb y 8-32 0-10 y/n DS 0/0 0 0 registrar n y y 1-63 n
cz c 1-10 I n/0 0/30/31/0/0 Ra y 8-32 2-10 n/y DNSKEY - 0 0 none n n y 1-63 n
de c 1-1 IE y/0 0/0/30/7/0 R y 8-16 0-13 n/y DNSKEY - 0 0 none n y y 1-63 y
design g 1-10 IE y/7 5/45/30/7/5 Ratb y 8-32 0-13 y/n DS 60/60 5 1 both y y y 1-63 n
dev g 1-10 IE y/7 5/45/30/0/5 RAT n 12-63 0-13 y/n DS 0/0 5 1 both y y y 1-63 n
dk c 1-10 IE y/7 0/0/30/0/0 Ra y 1-255 2-7 y/y DS - 0 0 none n n y 1-63 n
ee c 1-3 IE n/7 0/45/0/0/0 Rat y 1-255 0-11 n/n DNSKEY 0/0 0 0 none n n y 1-63 n
es c 1-10 I y/7 0/0/10/0/0 RATB y 8-32 0-7 y/n DS - 10 0 registrant n n y 3-63 n
eu c 1-10 I y/0 0/0/40/0/0 RT y 8-32 0-9 n/n DNSKEY - 0 0 none n y y 2-63 n
fi c 1-5 E n/7 0/30/0/0/0 Ratb y 8-32 0-10 y/n DS 0/0 0 0 none n n y 2-63 n
fm c 1-10 IE y/7 5/5/30/7/0 RaTb y 8-32 0-13 y/n DS 60/60 5 1 both y n y 1-63 y
fr c 1-10 I y/7 5/0/30/7/0 RAT y 12-63 0-8 y/n DS 60/60 8 1 registrar n n y 1-63 n
gg c 1-10 IE y/7 0/31/12/0/12 Ratb y 6-16 1-13 y/n DS 60/60 0 1 none n n y 1-63 n
info g 1-10 IE y/7 5/45/30/5/5 RAT n 8-32 0-13 y/n DS 60/60 5 1 both y y y 1-63 y
io c 1-10 IE y/7 5/45/30/5/5 RATb y 8-32 0-13 y/n DS 60/60 5 1 both y y n 1-63 y
it c 1-1 IE y/0 0/15/30/0/5 RAT y 6-32 2-6 n/y DS - 1 0 both n n y 3-63 n
je c 1-10 IE y/7 0/31/12/0/12 Ratb y 6-16 1-13 y/n DS 60/60 0 1 none n n y 1-63 n
li c 1-1 IE y/7 0/0/40/7/0 Rt y 6-60 0-13 y/n DS - 0 0 none n y y 3-63 n
live g 1-10 IE y/7 5/45/30/5/5 RAT n 8-32 0-13 y/n DS 60/60 5 1 both y y y 1-63 y
lt c 1-5 IE y/7 0/0/30/0/0 RT y 1-255 2-13 n/n DS 0/0 0 0 none n n y 2-63 n
lu c 1-1 I y/0 0/0/30/0/5 RAT y - 2-10 y/y DS 60/0 12 0 registrant n n y 3-63 n
lv c 1-1 I n/0 0/30/0/0/0 RA y 12-63 2-5 n/y DS 60/60 5 1 both n n n 2-63 n
me c 1-10 IE y/7 5/45/30/5/5 RATb y 8-32 0-13 y/n DS 60/60 5 1 both y y y 1-63 y
mn c 1-10 IE y/7 5/45/30/5/5 RATb y 8-32 0-13 y/n DS 60/60 5 1 both n y n 1-63 y
mobi g 1-10 IE y/7 5/45/30/5/5 RAT n 8-32 0-13 y/n DS 60/60 5 1 both y y y 1-63 y
music g 1-10 IE y/1 5/45/30/7/5 R y 8-32 0-13 y/n DS 0/0 5 1 both y n y 1-63 y
name g 1-10 IE y/7 5/45/30/7/5 RATB n 8-32 0-13 y/n DS 60/60 5 1 both n y y 3-63 y
net g 1-10 IE y/7 5/45/30/7/5 RAT n 8-32 0-13 y/n DS 60/60 5 1 both n y y 1-63 y
nl c 1-1 I y/0 0/0/40/0/0 RAT y 12-63 0-13 y/n DNSKEY - 0 0 none n n y 2-63 n
no c 1-1 I n/0 0/0/0/0/0 RT y 8-64 2-10 y/y DS 0/0 0 0 none n n n 2-63 n
nu c 1-10 IE n/7 0/10/60/0/7 Rt y 8-32 0-13 y/n DS 0/0 0 0 none n n y 1-63 n
online g 1-10 IE y/1 5/45/30/7/5 RAT n 8-32 0-13 y/n DS 0/0 5 1 both y n y 1-63 y
org g 1-10 IE y/7 5/45/30/7/5 RAT n 8-32 0-13 y/n DS 60/60 5 1 both n y y 2-63 y
page g 1-10 IE y/7 5/45/30/0/5 RAT n 12-63 0-13 y/n DS 0/0 5 1 both y y y 1-63 n
pl c 1-10 I n/0 0/0/5/0/0 R y 4-32 0-13 y/n DS - 5 0 none n n y 1-63 n
pm c 1-10 I y/7 5/0/30/7/0 RAT y 12-63 0-8 y/n DS 60/60 8 1 registrar n n y 1-63 n
pro g 1-10 IE y/7 5/45/30/5/5 RAT n 8-32 0-13 y/n DS 60/60 5 1 both y y y 1-63 y
pt c 1-5 IE y/7 0/0/30/0/0 RT y 1-255 0-13 n/n DS - 0 0 none n n y 2-63 n
re c 1-10 I y/7 5/0/30/7/0 RAT y 12-63 0-8 y/n DS 60/60 8 1 registrar n n y 1-63 n
ro c 1-10 E n/7 0/0/30/7/0 Ratb y 6-40 0-6 y/n DS - 0 0 none n n y 1-63 n
sc c 1-10 IE y/7 5/45/30/5/5 RATb y 8-32 0-13 y/n DS 60/60 5 1 both n y n 1-63 y
se c 1-10 IE n/7 0/10/60/0/7 Rt y 8-32 0-13 y/n DS 0/0 0 0 none n n y 1-63 n
shop g 1-10 IE y/7 5/45/30/7/5 RATB n 12-63 0-13 y/n DS 60/60 5 1 both y n y 2-63 y
si c 1-5 I n/0 0/30/30/0/5 RT y 1-255 2-10 y/y DS 0/0 0 0 none n n n 2-63 n
site g 1-10 IE y/1 5/45/30/7/5 RAT n 8-32 0-13 y/n DS 0/0 5 1 both y n y 1-63 y
sk c 1-10 IE n/0 0/0/40/0/0 RATB y 16-63 0-13 y/n DS 0/0 0 1 none n n n 1-63 n
store g 1-10 IE y/1 5/45/30/7/5 RAT n 8-32 0-13 y/n DS 0/0 5 1 both y n y 1-63 y
tech g 1-10 IE y/1 5/45/30/7/5 RAT n 8-32 0-13 y/n DS 0/0 5 1 both y n y 1-63 y
tf c 1-10 I y/7 5/0/30/7/0 RAT y 12-63 0-8 y/n DS 60/60 8 1 registrar n n y 1-63 n
to c 1-10 IE y/1 5/45/30/7/5 Ratb n 8-32 0-13 y/n DS 0/0 5 1 both y n y 1-63 y
travel g 1-10 IE y/7 5/45/30/5/5 RAT n 8-32 0-13 y/n DS 60/60 5 1 both y y y 1-63 y
tv c 1-10 IE y/7 5/45/30/7/5 RaTb y 8-32 0-13 y/n DS 60/60 5 1 both y y n 1-63 n
uk c 1-10 IE n/0 5/30/60/0/5 Ratb y - 0-10 y/n DS 0/0 - 0 registrar n y n 1-63 n
us c 1-10 IE y/7 5/45/30/7/5 RaTb y 8-32 0-13 y/n DS 60/60 5 1 both n y n 3-63 n
vc c 1-10 IE y/7 5/45/30/5/5 RATb n 8-32 0-13 y/n DS 60/60 5 1 both n y n 1-63 y
vg c 1-10 IE y/7 5/5/30/7/0 RaTb y 8-32 0-13 y/n DS 60/60 5 1 both y n y 1-63 y
wales g 1-10 IE y/7 5/45/30/7/5 Ratb y 8-32 0-10 y/n DS 0/0 0 0 registrar n y y 1-63 n
wf c 1-10 I y/7 5/0/30/7/0 RAT y 12-63 0-8 y/n DS 60/60 8 1 registrar n n y 1-63 n
ws c 1-10 IE y/7 5/45/30/0/5 R n 12-63 0-13 y/n DS 60/60 5 1 both y n y 4-63 y
xyz g 1-10 IE y/7 5/5/30/7/0 RaTb n 8-32 0-13 y/n DS 60/60 5 1 both y n y 1-63 y
yt c 1-10 I y/7 5/0/30/7/0 RAT y 12-63 0-8 y/n DS 60/60 8 1 registrar n n y 1-63 n
`.trim().split("\n")
