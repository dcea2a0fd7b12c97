# Net::EPP (Debian: libnet-epp-perl) on one TLS connection: logs in, then asks for a domain again and again, one command after
# another, and reads each answer into its frame. Prints seconds of wall clock and of CPU for the commands alone.
# usage: perl netEpp.pl HOST PORT USER PASSWORD COUNT
use strict;
use warnings;
use IO::Socket::SSL;
use Net::EPP::Client;
use Net::EPP::Frame;
use Time::HiRes qw(time);

# The client answers with plain frames; its own simple interface makes responses of them in this way.
sub asked { return bless($_[0]->request($_[1]), 'Net::EPP::Frame::Response') }

my ($host, $port, $user, $password, $count) = @ARGV;
my $epp = Net::EPP::Client->new(host => $host, port => $port, ssl => 1, frames => 1);
$epp->connect(SSL_verify_mode => SSL_VERIFY_NONE);

my $login = Net::EPP::Frame::Command::Login->new;
$login->clID->appendText($user);
$login->pw->appendText($password);
$login->version->appendText('1.0');
$login->lang->appendText('en');
my $object = $login->createElement('objURI');
$object->appendText('urn:ietf:params:xml:ns:domain-1.0');
$login->svcs->appendChild($object);
$login->clTRID->appendText('net-epp-login');
die "login failed\n" unless asked($epp, $login)->code == 1000;

my ($userBefore, $systemBefore) = times;
my $started = time;
for my $number (1 .. $count) {
  my $info = Net::EPP::Frame::Command::Info::Domain->new;
  $info->setDomain('example.test');
  $info->clTRID->appendText("net-epp-$number");
  my $answer = asked($epp, $info);
  die "refused\n" unless $answer->code == 1000;
  die "another answer\n" unless $answer->clTRID->textContent eq "net-epp-$number";
}
my $seconds = time - $started;
my ($userAfter, $systemAfter) = times;
printf "%f %f\n", $seconds, $userAfter + $systemAfter - $userBefore - $systemBefore;
